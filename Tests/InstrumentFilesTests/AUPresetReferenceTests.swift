import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import TestEnvironment
import Testing

/// Compares real presets with `manifest.tsv`, plutil, and Apple's sampler for EXS24 instruments.
@Suite("AUSampler presets")
struct AUPresetReferenceTests {
  private static let isThere = TestFiles.exists(TestFiles.shared("aupreset"))
  private static let absent: Comment = "The shared data is missing."

  /// The manifest's entry of a preset.
  struct Facts: Sendable, CustomTestStringConvertible {
    var file: String
    var name: String
    var roots: [Int]
    var keys: [ClosedRange<UInt8>]
    var waveforms: [Int64]
    var zones: [Int]
    var references: Int
    var testDescription: String { file }
  }

  static let presets: [Facts] = {
    let path = TestFiles.shared("manifest.tsv")
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 7, columns[0].hasSuffix(".aupreset") else { return nil }
      func field(_ name: String) -> String {
        guard let start = columns[7].range(of: name + "=") else { return "" }
        let rest = columns[7][start.upperBound...]
        let close: Character = rest.first == "'" ? "'" : rest.first == "[" ? "]" : " "
        return String(
          close == " " ? rest.prefix { $0 != " " } : rest.dropFirst().prefix { $0 != close })
      }
      func numbers(_ name: String) -> [Int] {
        field(name).split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      }
      let ends = numbers("keys").map { UInt8($0) }
      return Facts(
        file: String(columns[0]), name: field("name"), roots: numbers("roots"),
        keys: stride(from: 0, to: ends.count, by: 2).map { ends[$0]...ends[$0 + 1] },
        waveforms: numbers("waveforms").map { Int64($0) }, zones: numbers("zones"),
        references: Int(field("fileRefs")) ?? -1)
    }
  }()

  private func read(_ file: String) throws -> SamplerInstrument {
    let storage = try TestFiles.map(TestFiles.shared(file))
    return try withExtendedLifetime(storage) {
      let list = try PropertyListReader.read(storage.bytes)
      return try AUPresetReader(list, of: storage.bytes).instrument
    }
  }

  private func list(_ file: String) throws -> PropertyList {
    let storage = try TestFiles.map(TestFiles.shared(file))
    return try withExtendedLifetime(storage) { try PropertyListReader.read(storage.bytes) }
  }

  @Test(
    "Names, layers, zones, roots, keys and files match the manifest",
    .enabled(if: isThere, absent), arguments: presets)
  func facts(preset: Facts) throws {
    let instrument = try read(preset.file)
    let zones = instrument.layers.flatMap(\.zones)
    #expect(instrument.name == preset.name)
    #expect(instrument.layers.map(\.zones.count) == preset.zones)
    #expect(zones.map { Int($0.rootKey) } == preset.roots)
    #expect(zones.map(\.keys) == preset.keys)
    #expect(zones.map(\.waveform) == preset.waveforms)
    #expect(instrument.references.count == preset.references)
    let bank = try InstrumentFile.read(TestFiles.map(TestFiles.shared(preset.file)))
    #expect(bank.presets.map(\.name) == [preset.name])
    #expect(bank.regions(ofPresetAt: 0).map(\.keys) == preset.keys)
  }

  @Test("All presets of the manifest were compared", .enabled(if: isThere, absent))
  func count() { #expect(Self.presets.count == 8) }

  @Test(
    "Binary and XML presets are equal", .enabled(if: isThere, absent),
    arguments: [
      ("Drums (binary, libplist)", "genedelisa/Drums"),
      ("Trombone (binary, swift plutil)", "apple/Trombone"),
      ("Vibraphone (binary, swift plutil)", "apple/Vibraphone"),
    ])
  func binary(derived: String, original: String) throws {
    let (binary, text) = try (
      list("derived/\(derived).aupreset"), list("aupreset/\(original).aupreset")
    )
    #expect(binary["file-references"] == text["file-references"])
    #expect(
      try read("derived/\(derived).aupreset") == read("aupreset/\(original).aupreset"))
  }

  /// Compared with Foundation's reader, which refuses the text between the elements of a template.
  @Test(
    "Every shared property list matches Foundation's result",
    .enabled(if: isThere, absent),
    arguments: presets.map(\.file).filter { !$0.hasSuffix("/Template.aupreset") } + [
      "soundbank-plist/Piano.plist", "derived/Piano (binary, libplist).plist",
      "derived/Drums (binary, libplist).aupreset",
      "derived/Trombone (binary, swift plutil).aupreset",
      "derived/Vibraphone (binary, swift plutil).aupreset",
    ])
  func foundation(file: String) throws {
    let data = try Data(contentsOf: URL(filePath: TestFiles.shared(file)))
    let theirs = try PropertyListSerialization.propertyList(from: data, format: nil)
    let ours = try list(file)
    var count = 0
    compare(ours, theirs, at: file, &count)
    #expect(count > 50)
  }

  private func compare(_ ours: PropertyList, _ theirs: Any, at path: String, _ count: inout Int) {
    count += 1
    switch (ours, theirs) {
    case (.dictionary(let ours), let theirs as [String: Any]):
      #expect(Set(ours.keys.map(\.text)) == Set(theirs.keys), "\(path)")
      for (key, value) in ours.pairs {
        if let other = theirs[key.text] {
          compare(value, other, at: path + "/" + key.text, &count)
        }
      }
    case (.array(let ours), let theirs as [Any]):
      #expect(ours.count == theirs.count, "\(path)")
      for (index, pair) in zip(ours, theirs).enumerated() {
        compare(pair.0, pair.1, at: "\(path)/\(index)", &count)
      }
    case (.text(let ours), let theirs as String): #expect(ours == theirs, "\(path)")
    case (.data, _ as Data), (.data, _ as Date): break
    case (.boolean(let ours), let theirs as Bool): #expect(ours == theirs, "\(path)")
    case (_, let theirs as Double):
      let number = ours.number ?? .nan
      #expect(abs(number - theirs) <= 4e-16 * abs(theirs), "\(path)")
    default: Issue.record("\(path): \(ours) and \(theirs)")
    }
  }

  /// Presets that Apple's sampler saved from an EXS24 instrument.
  @Test(
    "EXS24 instruments become what Apple's sampler made of them", .enabled(if: isThere, absent),
    arguments: ["sawPad1", "sqrTone1", "drumSimp"])
  func pairs(name: String) throws {
    let apple = try read("aupreset/ausampler-from-exs/\(name).aupreset")
    let source = try EXS24Instrument.read(
      TestFiles.map(TestFiles.shared("exs/audiokit/Sampler Instruments/\(name).exs")))
    var translation = EXS24Translation(source)
    let ours = translation.translate()
    #expect(ours.name == apple.name.appending(".exs") && ours.layers.count == apple.layers.count)
    #expect(ours.gainDecibels == apple.gainDecibels && ours.noteLimit == apple.noteLimit)
    for (ours, apple) in zip(ours.lfos, apple.lfos) {
      // Apple's values are rounded to hundredths.
      #expect(abs(ours.hertz - apple.hertz) < 0.0051)
    }
    for (ours, apple) in zip(ours.layers, apple.layers) {
      compare(zones: ours.zones, apple.zones)
      #expect(ours.filter == nil ? apple.filter == nil : apple.filter != nil)
      if let filter = ours.filter, let other = apple.filter {
        #expect(abs(filter.cutoffHertz / other.cutoffHertz - 1) < 1e-6)
        #expect(abs(filter.resonanceDecibels - other.resonanceDecibels) < 1e-5)
      }
      #expect(abs(ours.lfos[0].hertz - apple.lfos[0].hertz) < 0.0051)
      compare(envelopes: ours.envelopes, apple.envelopes)
      compare(connections: ours.connections, apple.connections)
    }
  }

  private func compare(zones: [SamplerZone], _ apple: [SamplerZone]) {
    func facts(_ zones: [SamplerZone]) -> [String] {
      zones.map {
        "\($0.name) \($0.waveform) \($0.rootKey) \($0.keys) \($0.looping) \($0.loopStart)"
      }
      .sorted()
    }
    #expect(facts(zones) == facts(apple))
  }

  private func compare(envelopes: [SamplerEnvelope], _ apple: [SamplerEnvelope]) {
    #expect(envelopes.count == apple.count)
    for (ours, theirs) in zip(envelopes, apple) {
      for part in [
        \SamplerEnvelope.delaySeconds, \.attackSeconds, \.holdSeconds, \.decaySeconds, \.sustain,
        \.releaseSeconds,
      ] {
        let (mine, other) = (ours[keyPath: part], theirs[keyPath: part])
        #expect(abs(mine - other) <= 1e-6 * max(abs(other), 1), "\(part)")
      }
    }
  }

  /// Compares connections in any order, by source, destination, control and range.
  private func compare(connections: [SamplerConnection], _ apple: [SamplerConnection]) {
    var left = apple
    for ours in connections {
      let index = left.firstIndex { theirs in
        theirs.source == ours.source && theirs.destination == ours.destination
          && theirs.control == ours.control && theirs.isReversed == ours.isReversed
          && theirs.isConcave == ours.isConcave
          && abs(theirs.minimum - ours.minimum) <= 1e-6 * max(abs(theirs.minimum), 1)
          && abs(theirs.maximum - ours.maximum) <= 1e-6 * max(abs(theirs.maximum), 1)
      }
      if let index { left.remove(at: index) } else { Issue.record("Apple's has not \(ours)") }
    }
    #expect(left.isEmpty, "we have not \(left)")
  }
}
