import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment
import Testing

/// Compares files with SpessaSynth, which shares no code with Peach.
@Suite("SoundFont files against another reader")
struct SoundFontReferenceTests {
  static let files = [
    "openjdk/ding.sf2", "rustysynth/dummy.sf3", "rustysynth/test_empty_samples.sf2",
    "shortcircuit/sf2_range_intersect.sf2", "tsf/florestan-subset.sf2", "mrtenz/valid.sf2",
    "vintagedreams/VintageDreamsWaves-v2.sf2", "vintagedreams/VintageDreamsWaves-v2.sf3",
  ].filter { TestFiles.exists(TestFiles.shared("sf2/\($0)")) }

  static let malformed = ["malformed/ZZZ1.sf2", "malformed/ZZZ2.sf2", "mrtenz/invalid.sf2"]
    .filter { TestFiles.exists(TestFiles.shared("sf2/\($0)")) }

  /// A line of a listing: kind, name, and `key=value` fields.
  struct Line {
    var kind: Substring
    var name: String
    var fields: [String: String] = [:]
    /// The generators of the global zone.
    var global: [Generator: Float] = [:]
    var generators: [Generator: Float] = [:]

    init(_ text: Substring) {
      let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
      kind = parts[0]
      name = parts.count > 1 ? String(parts[1]) : ""
      for part in parts.dropFirst(2) {
        let isGlobal = part.hasPrefix("G[")
        let list = isGlobal ? part.dropFirst(2).dropLast() : part
        for word in list.split(separator: " ") {
          let pair = word.split(separator: "=", maxSplits: 1)
          guard pair.count == 2 else { continue }
          if let generator = SoundFontReferenceTests.names[String(pair[0])],
            let value = Float(pair[1])
          {
            if isGlobal { global[generator] = value } else { generators[generator] = value }
          } else {
            fields[String(pair[0])] = String(pair[1])
          }
        }
        if part.hasPrefix("name=") { fields["name"] = String(part.dropFirst(5)) }
      }
    }

    /// Parses `k=0-60` or `v=-1-127`, where −1 is unset.
    func range(_ key: String) -> ClosedRange<UInt8> {
      let text = fields[key] ?? "-1-127"
      let parts = text.drop { $0 == "-" }.split(separator: "-").compactMap { UInt8($0) }
      return text.hasPrefix("-1") || parts.count < 2 ? 0...127 : parts[0]...parts[1]
    }

    func number(_ key: String) -> Int { Int(fields[key] ?? "") ?? -1 }
  }

  private func lines(_ file: String) throws -> [Line] {
    let path = TestFiles.shared("facts/sf2/\(file).spessasynth.txt")
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    return text.split(separator: "\n").map(Line.init)
  }

  @Test(
    "Counts, names, presets and samples match",
    .enabled(if: !files.isEmpty, "The shared data is missing."), arguments: files)
  func contents(file: String) throws {
    let lines = try lines(file)
    let font = try SoundFont.read(TestFiles.map(TestFiles.shared("sf2/\(file)")))
    let bank = font.soundBank()
    let head = try #require(lines.first { $0.kind == "FILE" })
    #expect(font.presets.count == head.number("presets"))
    #expect(font.instruments.count == head.number("instruments"))
    #expect(font.samples.count == head.number("samples"))
    // SpessaSynth adds a title of its own if the bank's is empty.
    if bank.information.name != "" { #expect(bank.information.name == head.fields["name"]) }
    #expect(
      font.instruments.map(\.name.text).sorted()
        == lines.filter { $0.kind == "INST" }.map(\.name).sorted())
    #expect(
      bank.presets.map { "\($0.identifier.bank == 128) \($0.identifier.program) \($0.name)" }
        .sorted()
        == lines.filter { $0.kind == "PRESET" }
        .map { "\($0.fields["drum"] == "true") \($0.number("prog")) \($0.name)" }.sorted())
    for (sample, line) in zip(bank.samples, lines.filter { $0.kind == "SAMPLE" }) {
      #expect(sample.name == line.name)
      #expect(Int(sample.sampleRate) == line.number("rate"))
      #expect(Int(sample.rootKey) == line.number("key"))
      #expect(Int(sample.correctionCents) == line.number("corr"))
      if sample.encoding == .missing { continue }
      if let loop = sample.loop {
        #expect("\(loop.lowerBound)-\(loop.upperBound)" == line.fields["loop"], "\(line.name)")
      }
      if let count = sample.frameCount { #expect(count == line.number("len"), "\(line.name)") }
    }
  }

  @Test(
    "Sample, ranges and generators of every region match, in order",
    .enabled(if: !files.isEmpty, "The shared data is missing."), arguments: files)
  func regions(file: String) throws {
    let lines = try lines(file)
    let bank = try SoundFont.read(TestFiles.map(TestFiles.shared("sf2/\(file)")))
      .soundBank(reading: .specification)
    var instruments: [String: [Line]] = [:]
    var owner = ""
    for line in lines {
      if line.kind == "INST" || line.kind == "PRESET" { owner = "\(line.kind) \(line.name)" }
      if line.kind == "INST" { #expect(instruments[owner] == nil, "two of one name") }
      if line.kind == "INST" { instruments[owner] = [line] }
      if line.kind == "  IZ" { instruments[owner]?.append(line) }
    }
    var compared = 0
    var preset = 0
    var regions: ArraySlice<Region> = []
    var global: Line?
    for line in lines where line.kind == "PRESET" || line.kind == "  PZ" {
      if line.kind == "PRESET" {
        #expect(regions.isEmpty)
        preset = try #require(
          bank.index(
            of: PresetIdentifier(
              bank: line.fields["drum"] == "true" ? 128 : 0, program: UInt8(line.number("prog")))))
        regions = bank.regions(ofPresetAt: preset)[...]
        global = line
        continue
      }
      let parts = try #require(instruments["INST \(line.name)"])
      for part in parts.dropFirst() {
        guard part.range("k").overlaps(line.range("k")), part.range("v").overlaps(line.range("v"))
        else { continue }
        let next = regions.popFirst()
        let region = try #require(next, "\(line.name) \(part.name)")
        #expect(bank.samples[region.sample].name == part.name)
        #expect(region.keys == part.range("k").clamped(to: line.range("k")))
        #expect(region.velocities == part.range("v").clamped(to: line.range("v")))
        var expected = GeneratorValues()
        for generator in Generator.allCases {
          let own = part.generators[generator] ?? parts[0].global[generator]
          let offset = line.generators[generator] ?? global?.global[generator]
          if let own { expected[generator] = own }
          if let offset { expected[generator] += offset }
        }
        expected.clamp()
        #expect(region.generators == expected, "\(line.name) \(part.name)")
        compared += 1
      }
    }
    #expect(regions.isEmpty)
    #expect(
      compared == bank.presets.indices.map { bank.regions(ofPresetAt: $0).count }.reduce(0, +))
  }

  @Test(
    "Files that are not SoundFont are refused with a reason",
    .enabled(if: !malformed.isEmpty, "The shared data is missing."), arguments: malformed)
  func refusals(file: String) throws {
    let storage = try TestFiles.map(TestFiles.shared("sf2/\(file)"))
    do throws(InstrumentFileError) {
      _ = try InstrumentFile.read(storage)
      Issue.record("\(file) was read")
    } catch {
      let expected: InstrumentFileError.Reason =
        file.contains("ZZZ2") ? .truncated(needed: 12, available: 8) : .unknownFormat
      #expect(error.reason == expected)
    }
  }

  /// The specification's names of the generators (SoundFont 2.04 §8.1.2).
  static let names: [String: Generator] = {
    let numbers: [String: UInt8] = [
      "startAddrsOffset": 0, "endAddrsOffset": 1, "startloopAddrsOffset": 2,
      "endloopAddrsOffset": 3, "startAddrsCoarseOffset": 4, "modLfoToPitch": 5,
      "vibLfoToPitch": 6, "modEnvToPitch": 7, "initialFilterFc": 8, "initialFilterQ": 9,
      "modLfoToFilterFc": 10, "modEnvToFilterFc": 11, "endAddrsCoarseOffset": 12,
      "modLfoToVolume": 13, "chorusEffectsSend": 15, "reverbEffectsSend": 16, "pan": 17,
      "delayModLFO": 21, "freqModLFO": 22, "delayVibLFO": 23, "freqVibLFO": 24,
      "delayModEnv": 25, "attackModEnv": 26, "holdModEnv": 27, "decayModEnv": 28,
      "sustainModEnv": 29, "releaseModEnv": 30, "keynumToModEnvHold": 31,
      "keynumToModEnvDecay": 32, "delayVolEnv": 33, "attackVolEnv": 34, "holdVolEnv": 35,
      "decayVolEnv": 36, "sustainVolEnv": 37, "releaseVolEnv": 38, "keynumToVolEnvHold": 39,
      "keynumToVolEnvDecay": 40, "startloopAddrsCoarseOffset": 45, "keynum": 46, "velocity": 47,
      "initialAttenuation": 48, "endloopAddrsCoarseOffset": 50, "coarseTune": 51, "fineTune": 52,
      "sampleModes": 54, "scaleTuning": 56, "exclusiveClass": 57, "overridingRootKey": 58,
    ]
    return numbers.compactMapValues { Generator(rawValue: $0) }
  }()
}
