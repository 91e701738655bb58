import Foundation
import PeachSampleCodec
import PeachServices
import TestEnvironment
import Testing

/// The recipes for well-known libraries in Documentation/banks/building.md, on generated tones with
/// the same layout and names.
@Suite(
  "Recipes for the layouts of well-known libraries", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct LibraryLayoutTests {
  private let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  /// Returns the guide's recipe that starts with this line.
  private func recipe(_ firstLine: String) throws -> BuildRecipe {
    let path = TestFiles.repository.appending(path: "Documentation/banks/building.md")
    let guide = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    let block = guide.components(separatedBy: "```\n").first { $0.hasPrefix(firstLine + "\n") }
    return try BuildRecipe(parsing: #require(block))
  }

  /// Writes a tone of a key as a recording; its bytes identify the format, not its name.
  private func put(_ name: String, key: Int) throws {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    let step = 2 * Double.pi * 440 * exp2(Double(key - 69) / 12) / 22_050
    let values = (0..<11_025).map { index in
      let rise = min(Double(index) / 500, 1, Double(11_025 - index) / 500)
      let wave = sin(step * Double(index)) + 0.5 * sin(2 * step * Double(index))
      return Float(0.3 * rise * wave)
    }
    var writer = try WAVWriter(
      path: path, sampleRate: 22_050, channelCount: 1, format: .integer16)
    try values.withUnsafeBufferPointer { try writer.write(interleaved: $0) }
    _ = try writer.finish()
  }

  private func regions(_ bank: BuiltBank, _ preset: Int) -> [[Int]] {
    bank.presets[preset].regions.map { region in
      [
        Int(region.recording.root), Int(region.keys.lowerBound), Int(region.keys.upperBound),
        Int(region.velocities.lowerBound), Int(region.velocities.upperBound),
      ]
    }.sorted { ($0[0], $0[3]) < ($1[0], $1[3]) }
  }

  @Test("Salamander: five of sixteen layers, evenly; no releases, harmonics or pedals; no loops")
  func salamander() throws {
    for (note, key) in [("A3", 57), ("D#4", 63)] {
      for layer in [1, 5, 9, 10, 13, 16] { try put("Samples/\(note)v\(layer).flac", key: key) }
    }
    for name in ["rel1", "harmLA3v1", "pedalD1"] { try put("Samples/\(name).flac", key: 60) }
    let bank = try BuiltBank(recipe("name Salamander"), in: folder.path(""))
    #expect(bank.warnings.isEmpty && bank.contents.text("INAM") == "Salamander")
    #expect(bank.presets.map(\.name) == ["Grand Piano"])
    let found = regions(bank, 0)
    #expect(found.count == 10 && Set(found.map { $0[0] }) == [57, 63])
    // Key 60 is midway, and belongs to the lower one.
    #expect(found.allSatisfy { $0[0] == 57 ? $0[1...2] == [0, 60] : $0[1...2] == [61, 127] })
    for root in [57, 63] {
      let layers = found.filter { $0[0] == root }
      #expect(layers.first?[3] == 1 && layers.last?[4] == 127)
      #expect(zip(layers, layers.dropFirst()).allSatisfy { $0[4] + 1 == $1[3] })
      // 127 velocities in five layers.
      #expect(layers.allSatisfy { (25...26).contains($0[4] - $0[3] + 1) })
    }
    #expect(bank.presets[0].regions.allSatisfy { $0.recording.loop == nil })
  }

  @Test("Iowa: dynamics by name, their borders midway; bowed and plucked are two presets")
  func iowa() throws {
    for dynamic in ["pp", "mf", "ff"] {
      try put("Cello/Cello.arco.\(dynamic).sulC.C3.stereo.aif", key: 48)
    }
    try put("Cello/Cello.arco.ff.sulG.Gb3.stereo.aif", key: 54)
    try put("Cello/Cello.pizz.ff.sulC.C3.stereo.aif", key: 48)
    try put("Cello/Cello.pizz.mf.sulC.C3.stereo.aif", key: 48)
    let bank = try BuiltBank(recipe("name Iowa strings"), in: folder.path(""))
    #expect(bank.warnings.isEmpty && bank.presets.map(\.name) == ["Cello", "Pizzicato"])
    #expect(
      regions(bank, 0) == [
        // Only the loud layer has a recording within half the gap of six keys of key 54.
        [48, 0, 51, 1, 56], [48, 0, 51, 57, 96], [48, 0, 51, 97, 127], [54, 52, 127, 1, 127],
      ])
    #expect(regions(bank, 1) == [[48, 0, 127, 1, 127]])
  }

  @Test(
    "Sonatina: a folder an instrument, the articulation in the name, the first of several takes")
  func sonatina() throws {
    try put("1st Violins/1st-violins-sus-a#3.wav", key: 58)
    try put("1st Violins/1st-violins-sus-c5.wav", key: 72)
    try put("1st Violins/1st-violins-piz-rr1-a#3.wav", key: 58)
    try put("Cello/cello-d#2.wav", key: 39)
    try put("Celli/celli-piz-rr1-c3.wav", key: 48)
    try put("Celli/celli-piz-rr2-c3.wav", key: 48)
    let bank = try BuiltBank(recipe("name Sonatina"), in: folder.path(""))
    #expect(bank.warnings.isEmpty)
    #expect(bank.presets.map(\.name) == ["Violins", "Cello", "Pizzicato"])
    #expect(regions(bank, 0) == [[58, 0, 65, 1, 127], [72, 66, 127, 1, 127]])
    #expect(regions(bank, 1) == [[39, 0, 127, 1, 127]])
    #expect(regions(bank, 2) == [[48, 0, 127, 1, 127]])
  }

  @Test("Peach Orchestra: earlier libraries win, absent ones are reported, every preset plays")
  func orchestra() throws {
    for (note, key) in [("A3", 57), ("C4", 60)] {
      for layer in [1, 7, 16] {
        try put("Salamander/Samples/\(note)v\(layer).wav", key: key)
      }
    }
    // Iowa has a cello and no violin. Sonatina fills the gap.
    try put("Iowa/Cello/Cello.arco.ff.sulC.C3.stereo.aif", key: 48)
    try put("Iowa/Cello/Cello.arco.ff.sulG.C3.stereo.aif", key: 48)
    try put("Sonatina/Samples/Cello/cello-c3.wav", key: 48)
    try put("Sonatina/Samples/Violin/violin-a#4.wav", key: 70)
    try put("Sonatina/Samples/2nd Violins/2nd-violins-sus-a#4.wav", key: 70)
    try put("Sonatina/Samples/Percussion/timpani-p-rh-c2.wav", key: 36)
    try put("Sonatina/Samples/Percussion/timpani-f-rh-c2.wav", key: 36)
    let text = try #require(BuildRecipe.shipped("peach-orchestra"))
    let bank = try BuiltBank(BuildRecipe(parsing: text), in: folder.path(""))
    #expect(
      bank.presets.map(\.name)
        == ["Grand Piano", "Cello", "Violin", "Timpani", "Second Violins"])
    #expect(bank.presets[1].recordings.count == 1)
    #expect(bank.presets[1].recordings[0].file.hasPrefix("Cello.arco.ff.sul"))
    #expect(bank.presets[3].regions.map(\.velocities) == [1...72, 73...127])
    #expect(bank.warnings.contains { $0.contains("better take") })
    let replaced = "Skipped preset 0:42 Cello (1 file in "
    #expect(bank.warnings.contains { $0.hasPrefix(replaced) && $0.contains("earlier preset") })
    #expect(bank.warnings.contains { $0.hasPrefix("Skipped preset 0:73") })
    #expect(bank.contents.text("ICOP")?.contains("CC BY 3.0") == true)
    try SoundFontWriter(bank.contents).write(to: folder.path("orchestra.sf2"))
    let written = try SoundBank(contentsOf: folder.path("orchestra.sf2"))
    #expect(written.warnings.isEmpty)
    for preset in bank.presets {
      let prepared = try written.preset(bank: preset.bank, program: UInt8(preset.program))
        .prepared()
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: 44_100, channelCount: 1, effects: false))
      synthesizer.use(prepared, onChannel: 0)
      synthesizer.handle(
        .noteOn(channel: 0, key: preset.regions[0].recording.root, velocity: 100))
      var left = [Float](repeating: 0, count: 22_050)
      var right = left
      synthesizer.render(left: &left, right: &right, count: left.count)
      #expect((left.map { abs($0) }.max() ?? 0) > 0.01, "\(preset.name)")
    }
  }
}
