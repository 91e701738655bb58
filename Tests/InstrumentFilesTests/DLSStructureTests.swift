import PeachInstrumentModel
import SoundFontFixtures
import Testing

@testable import PeachInstrumentFiles

@Suite("DLS structure")
struct DLSStructureTests {
  private func bank(_ builder: DLSBuilder) throws -> SoundBank {
    try InstrumentFile.read(ByteStorage(copying: builder.file))
  }

  @Test("A file is identified by its bytes, and its chunks can be listed")
  func parts() throws {
    var builder = DLSBuilder()
    builder.instruments[0].name = "Flute"
    builder.instruments[0].regions[0].connections = [(2, 0, 0x206, 0, 77)]
    builder.waves[0].settings = .init(unity: 61, fine: -5, gain: 3, loop: (0, 1, 2))
    let file = builder.file
    let format = file.withUnsafeBytes { InstrumentFormat(recognizing: $0) }
    #expect(format == .downloadableSounds)
    let collection = try DLSCollection.read(ByteStorage(copying: file))
    #expect(collection.information.name == "collection" && collection.warnings.isEmpty)
    let instrument: DLSInstrument = try #require(collection.instruments.first)
    #expect(instrument.name == "Flute" && instrument.bank == 0 && !instrument.isDrumKit)
    let region: DLSRegion = try #require(instrument.regions.first)
    #expect(region.wave == 0 && region.keys == 0...127 && region.side == .mono)
    let connection = DLSConnection(
      source: 2, control: 0, destination: 0x206, transform: 0, scale: 77)
    #expect(region.connections == [connection])
    let wave: DLSWave = try #require(collection.waves.first)
    #expect(wave.name == "wave" && wave.encodingName == "16-bit PCM" && wave.data.count == 8)
    let settings: DLSWaveSettings = try #require(wave.settings)
    #expect(settings.unityNote == 61 && settings.fineTuneCents == -5 && settings.gain == 3)
    #expect(settings.loop?.start == 1 && settings.loop?.length == 2)
  }

  @Test("Drums are bank 128; a single bank controller is the bank; GM 2 bank numbers are mapped")
  func banks() throws {
    let bits: [(UInt32, UInt16)] = [
      (0, 0), (0x8000_0000, 128), (0x8000_0100, 128), (0x0100, 1), (0x0003, 3), (0x0808, 1032),
      (0x7900, 0), (0x7902, 2), (0x7800, 128),
    ]
    for (bits, expected) in bits {
      var builder = DLSBuilder()
      builder.instruments[0].bank = bits
      builder.instruments[0].program = 9
      let preset = try #require(try bank(builder).presets.first)
      #expect(preset.bank == expected && preset.program == 9, "\(bits)")
    }
  }

  @Test("Presets are sorted; unselectable and duplicate ones are skipped with a warning")
  func order() throws {
    var builder = DLSBuilder()
    builder.instruments = ["c", "a", "b", "twice", "far", "empty"].map { .init($0) }
    for (index, program) in [9, 0, 5, 5, 128, 7].enumerated() {
      builder.instruments[index].program = UInt32(program)
    }
    builder.instruments[5].regions = []
    let bank = try bank(builder)
    #expect(bank.presets.map(\.name) == ["a", "b", "c"])
    #expect(bank.warnings.count == 3)
    for name in ["twice", "far", "empty"] {
      #expect(bank.warnings.contains { $0.contains("‘\(name)’") })
    }
  }

  @Test("A wave's pitch, level and loop apply unless the region overrides them")
  func settings() throws {
    var builder = DLSBuilder()
    builder.waves = [
      .init(
        [Int16](repeating: 1, count: 100),
        settings: .init(unity: 64, fine: 7, loop: (0, 10, 50))),
      .init([Int16](repeating: 1, count: 100), settings: nil),
    ]
    builder.instruments[0].regions = [
      .init(),
      // −6 dB: 1/655360 of a decibel.
      .init(settings: .init(unity: 66, fine: -120, gain: -6 * 655_360, loop: (1, 20, 30))),
      .init(settings: .init(unity: 64, fine: 7)),
      .init(wave: 1, settings: .init(unity: 50, gain: 655_360, loop: (0, 0, 90))),
    ]
    let bank = try bank(builder)
    #expect(bank.warnings.isEmpty)
    #expect(bank.samples.map(\.rootKey) == [64, 50])
    #expect(bank.samples[0].correctionCents == 7 && bank.samples[0].loop == 10..<60)
    #expect(bank.samples[1].loop == 0..<90)
    let regions = bank.regions(ofPresetAt: 0)
    #expect(regions.map(\.looping) == [.continuous, .untilRelease, .none, .continuous])
    func loop(_ index: Int) -> Range<Int>? {
      let sample = bank.samples[regions[index].sample]
      return AddressOffsets(regions[index]).frameRange(in: sample, frameCount: 100)?.loop
    }
    #expect(loop(0) == 10..<60 && loop(1) == 20..<50 && loop(3) == 0..<90)
    #expect(regions.map { $0.generators[.overridingRootKey] } == [-1, 66, -1, -1])
    // A fine tune of its own instead of the wave's: −120 cents, with 7 in the sample.
    let tune = regions[1].generators
    #expect(100 * tune[.coarseTune] + tune[.fineTune] == -127)
    #expect(regions.map { $0.generators[.initialAttenuation] } == [0, 60, 0, -10])
  }

  @Test("Groups, channels and velocities of regions")
  func regions() throws {
    var builder = DLSBuilder()
    var left = DLSBuilder.Region(keys: 10...20)
    left.group = 3
    left.linkOptions = 2
    left.velocities = 5...300
    var right = left
    right.channel = 2
    right.velocities = 0...0
    right.keys = 30...500
    var backward = DLSBuilder.Region(keys: 200...300)
    backward.group = 1
    builder.instruments[0].regions = [left, right, backward, .init(wave: 9)]
    let bank = try bank(builder)
    let regions = bank.regions(ofPresetAt: 0)
    #expect(regions.map(\.keys) == [10...20, 30...127])
    #expect(regions.map(\.velocities) == [5...127, 0...127])
    #expect(regions.map { $0.generators[.exclusiveClass] } == [3, 3])
    #expect(regions.map { $0.generators[.pan] } == [-500, 500])
    #expect(bank.warnings.count == 2)
  }

  @Test("8-bit frames are unsigned, 16-bit frames signed")
  func frames() throws {
    var builder = DLSBuilder()
    var eight = DLSBuilder.Wave([])
    eight.bits = 8
    eight.data = [0, 64, 128, 192, 255]
    builder.waves = [eight, .init([-32768, 0, 16384])]
    let bank = try bank(builder)
    #expect(bank.samples.map(\.frameCount) == [5, 3])
    let first = try bank.readFrames(ofSampleAt: 0, decoder: nil, limit: 100)
    #expect(first == [-1, -0.5, 0, 0.5, 127.0 / 128])
    #expect(try bank.readFrames(ofSampleAt: 1, decoder: nil, limit: 100) == [-1, 0, 0.5])
  }

  @Test("Unsupported encodings are named: such a wave is silent, a file of them an error")
  func encodings() throws {
    for (tag, bits, channels, name): (UInt16, UInt16, UInt16, String) in [
      (2, 4, 1, "MS ADPCM"), (0x11, 4, 1, "IMA ADPCM"), (6, 8, 1, "A-law"), (7, 8, 1, "µ-law"),
      (3, 32, 1, "floating point"), (0x55, 0, 1, "MP3"), (1, 24, 1, "24-bit PCM"),
      (1, 16, 2, "16-bit PCM with 2 channels"), (0x4242, 16, 1, "audio format 16962"),
    ] {
      var builder = DLSBuilder()
      builder.waves[0].tag = tag
      builder.waves[0].bits = bits
      builder.waves[0].channels = channels
      let error = #expect(throws: InstrumentFileError.self) { try bank(builder) }
      #expect(error?.description.contains("\(name) is not supported") == true)
      #expect(error?.chunk == "wave")
      builder.waves.append(.init([1, 2]))
      let mixed = try bank(builder)
      #expect(mixed.samples[0].encoding == .missing && mixed.samples[1].frameCount == 2)
      #expect(mixed.warnings.count == 1)
      #expect(mixed.warnings[0].contains("\(name), which is not supported"))
    }
  }

  @Test("Missing required lists are named")
  func missingLists() throws {
    for (code, expected): (String, FourCharacterCode) in [
      ("lins", "lins"), ("wvpl", "wvpl"), ("ptbl", "ptbl"),
    ] {
      var builder = DLSBuilder()
      builder.without = [code]
      let error = #expect(throws: InstrumentFileError.self) { try bank(builder) }
      #expect(error?.chunk == expected && error?.reason == .missing)
    }
    var builder = DLSBuilder()
    builder.without = ["colh", "INFO"]
    #expect(try bank(builder).presets.count == 1)
  }

  @Test("Tables that do not fit their chunk are refused, with offset and sizes")
  func tables() throws {
    var builder = DLSBuilder()
    builder.instruments[0].connections = [(0, 0, 4, 0, 1)]
    let file = builder.file
    for code in ["ptbl", "art2"] {
      let offset = try #require(file.indices.first { file[$0...].starts(with: Array(code.utf8)) })
      for field in [8, 12] {
        var changed = file
        for byte in 0..<4 { changed[offset + field + byte] = 0xFF }
        let error = #expect(throws: InstrumentFileError.self) {
          try InstrumentFile.read(ByteStorage(copying: changed))
        }
        #expect(error?.offset == offset && error?.chunk.description == code)
        guard case .truncated(let needed, let available)? = error?.reason else {
          Issue.record("\(code): \(String(describing: error))")
          continue
        }
        #expect(needed > 4_000_000_000 && available < 100)
      }
    }
  }
}
