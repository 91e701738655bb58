import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment
import Testing

/// Compares real files with libgig's dlsdump and SpessaSynth, which share no code with Peach.
@Suite("DLS files against other readers")
struct DLSReferenceTests {
  static let files = [
    "openjdk/ding.dls", "minibae/SineTone.dls", "aosp/jetboy_level1.dls",
    "vintagedreams/VintageDreamsWaves-v2.dls",
  ].filter { TestFiles.exists(TestFiles.shared("dls/\($0)")) }

  private static let absent: Comment = "The shared data is missing."

  private func text(_ path: String) throws -> [Substring] {
    let data = try Data(contentsOf: URL(filePath: TestFiles.shared("facts/dls/\(path).txt")))
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  /// Returns the text between the first quotation mark and the last one before a comma.
  private func quoted(_ line: Substring) -> String {
    guard let start = line.firstIndex(of: "\""),
      let end = line.range(of: "\", ", options: .backwards)
    else { return "" }
    return String(line[line.index(after: start)..<end.lowerBound])
  }

  private func number(_ key: String, in line: Substring) -> [Int] {
    guard let range = line.range(of: key + "=") else { return [] }
    return line[range.upperBound...].prefix { $0.isNumber || $0 == "-" }.split(separator: "-")
      .compactMap { Int($0) }
  }

  @Test(
    "Names, numbers, ranges, waves and loops match dlsdump",
    .enabled(if: !files.isEmpty, absent), arguments: files)
  func dump(file: String) throws {
    let collection = try DLSCollection.read(TestFiles.map(TestFiles.shared("dls/\(file)")))
    var instruments = collection.instruments[...]
    var regions: ArraySlice<DLSRegion> = []
    var waves = collection.waves[...]
    var loops: [Bool] = []
    for line in try text("\(file).dlsdump") {
      let words = line.split(separator: " ")
      switch words.first {
      case "File": #expect(line == "File Name: \"\(collection.information.name)\"")
      case "Sample":
        let waveNext = waves.popFirst()
        let wave = try #require(waveNext)
        #expect(wave.name == quoted(line))
        #expect(line.hasSuffix("\", \(wave.sampleRate)Hz, \(wave.channelCount) Channels"))
      case "Instrument":
        #expect(regions.isEmpty)
        let instrumentNext = instruments.popFirst()
        let instrument = try #require(instrumentNext)
        #expect(instrument.name == quoted(line))
        // dlsdump prints both controllers as one 14-bit number, without the drum flag.
        let bits = Int(instrument.bankBits)
        #expect(number("MIDIBank", in: line) == [(bits >> 8 & 127) << 7 | bits & 127])
        #expect(number("MIDIProgram", in: line) == [Int(instrument.program)])
        regions = instrument.regions[...]
      case "Region":
        let regionNext = regions.popFirst()
        let region = try #require(regionNext)
        let wave = collection.waves[region.wave]
        #expect(quoted(line) == wave.name && line.contains("\", \(wave.sampleRate)Hz"))
        let keys = [Int(region.keys.lowerBound), Int(region.keys.upperBound)]
        let velocities = [Int(region.velocities.lowerBound), Int(region.velocities.upperBound)]
        #expect(number("KeyRange", in: line) == keys)
        #expect(number("VelocityRange", in: line) == velocities)
        loops.append((region.settings ?? wave.settings)?.loop != nil)
      default:
        if let first = words.first, first.hasPrefix("Loops=") {
          #expect(loops.popLast() == (number("Loops", in: line) != [0]))
        }
      }
    }
    #expect(instruments.isEmpty && waves.isEmpty && regions.isEmpty)
  }

  /// Without generators that SpessaSynth rounds or reads differently: its decays cover 100 dB in
  /// the time for 96. Documentation/banks/dls.md states which follows the specification.
  private static let compared: [Generator] = [
    .pan, .initialFilterCutoff, .initialFilterResonance, .chorusSend, .reverbSend,
    .modulationLFOToPitch, .modulationLFOToVolume, .modulationLFOToFilterCutoff,
    .vibratoLFOToPitch, .modulationEnvelopeToPitch, .modulationEnvelopeToFilterCutoff,
    .volumeEnvelopeAttack, .volumeEnvelopeHold, .volumeEnvelopeDelay,
    .modulationEnvelopeAttack, .modulationEnvelopeHold, .modulationEnvelopeDecay,
    .modulationEnvelopeRelease, .modulationEnvelopeSustain, .modulationEnvelopeDelay,
    .exclusiveClass, .scaleTuning, .sampleModes,
  ]

  @Test(
    "Presets, roots, loops, lengths and generators match SpessaSynth",
    .enabled(if: !files.isEmpty, absent), arguments: files)
  func facts(file: String) throws {
    let lines = try text("\(file).spessasynth").map { SoundFontReferenceTests.Line($0) }
    let bank = try InstrumentFile.read(TestFiles.map(TestFiles.shared("dls/\(file)")))
    print("\(file): \(bank.presets.count) presets, \(bank.samples.count) waves, \(bank.warnings)")
    let head = try #require(lines.first { $0.kind == "FILE" })
    #expect(bank.presets.count == head.number("presets"))
    #expect(bank.samples.count == head.number("samples"))
    #expect(bank.information.name == head.fields["name"])
    #expect(
      bank.presets.map { "\($0.bank == 128) \($0.program) \($0.name)" }.sorted()
        == lines.filter { $0.kind == "PRESET" }
        .map { "\($0.fields["drum"] == "true") \($0.number("prog")) \($0.name)" }.sorted())
    for (sample, line) in zip(bank.samples, lines.filter { $0.kind == "SAMPLE" }) {
      #expect(sample.name == line.name && Int(sample.sampleRate) == line.number("rate"))
      #expect(Int(sample.rootKey) == line.number("key"), "\(line.name)")
      #expect(Int(sample.correctionCents) == line.number("corr"), "\(line.name)")
      #expect(sample.frameCount == line.number("len"), "\(line.name)")
      if let loop = sample.loop {
        #expect("\(loop.lowerBound)-\(loop.upperBound)" == line.fields["loop"], "\(line.name)")
      }
    }
    try compareRegions(bank, lines)
  }

  private func compareRegions(_ bank: SoundBank, _ lines: [SoundFontReferenceTests.Line]) throws {
    var regions: ArraySlice<Region> = []
    var global: SoundFontReferenceTests.Line?
    var unequal: [String: Int] = [:]
    var compared = 0
    for line in lines where line.kind == "INST" || line.kind == "  IZ" {
      if line.kind == "INST" {
        #expect(regions.isEmpty)
        let preset = try #require(bank.presets.firstIndex { $0.name == line.name })
        regions = bank.regions(ofPresetAt: preset)[...]
        global = line
        continue
      }
      let regionNext = regions.popFirst()
      let region = try #require(regionNext, "\(line.name)")
      #expect(bank.samples[region.sample].name == line.name)
      #expect(region.keys == line.range("k") && region.velocities == line.range("v"))
      for generator in Self.compared {
        let stated = line.generators[generator] ?? global?.global[generator]
        let expected = min(
          max(stated ?? generator.defaultValue, generator.range.lowerBound),
          generator.range.upperBound)
        compared += 1
        if abs(region.generators[generator] - expected) > 1 {
          let words = "\(generator): \(region.generators[generator]), theirs \(expected)"
          unequal[words, default: 0] += 1
        }
      }
    }
    #expect(regions.isEmpty)
    #expect(unequal.isEmpty, "\(unequal) of \(compared)")
  }

  @Test("Containers are not collections", .enabled(if: !files.isEmpty, absent))
  func containers() throws {
    for file in ["aosp/level1.jet", "minibae/SineTone.xmf"] {
      let error = #expect(throws: InstrumentFileError.self) {
        try InstrumentFile.read(TestFiles.map(TestFiles.shared("dls/\(file)")))
      }
      #expect(error?.reason == .unknownFormat && error?.offset == 0)
    }
  }

  @Test("A file without its header is refused with a reason", .enabled(if: !files.isEmpty, absent))
  func corrupt() throws {
    let error = #expect(throws: InstrumentFileError.self) {
      try InstrumentFile.read(TestFiles.map(TestFiles.shared("dls/symbian/Corrupt.DLS")))
    }
    // The reference messages: “Expected 'RIFF'”, “Not a RIFF file”.
    #expect(error?.reason == .unknownFormat && error?.offset == 0)
  }
}
