import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Pruned banks")
struct PrunedBankTests {
  /// Three presets, the first two sharing an instrument; a stereo pair with one unused channel; two
  /// samples with equal frames.
  private static var builder: SoundFontBuilder {
    var builder = SoundFontBuilder()
    let wave = (0..<200).map { Int16($0 * 100) }
    builder.samples = [
      SoundFontSample(frames: wave, loop: 10..<100, link: 1, type: 4),
      SoundFontSample(frames: wave.reversed(), loop: 10..<100, link: 0, type: 2),
      SoundFontSample(frames: wave),
      SoundFontSample(frames: (0..<200).map { Int16($0) }),
      SoundFontSample(frames: [7, 8, 9]),
    ]
    builder.information += [
      ("ISFT", Array("Maker:Other\0".utf8)), ("ICOP", Array("MIT\0".utf8)),
      ("irom", Array("1MGM\0\0".utf8)), ("iver", [2, 0, 0, 0]), ("ABCD", [1, 2]),
    ]
    builder.instruments = [
      .init("Unused", zones: [.init(plays: 4)]),
      .init(
        "Loop",
        zones: [
          .init([.init(.sampleModes, 1)], plays: nil),
          .init([.init(.keyRange, from: 0, to: 60)], plays: 0),
          .init([.init(.keyRange, from: 61, to: 127)], plays: 2),
        ]),
      .init(
        "Layers",
        zones: [
          .init([.init(.velocityRange, from: 0, to: 63)], plays: 3),
          .init([.init(.velocityRange, from: 64, to: 127)], plays: 2),
        ]),
    ]
    builder.presets = [
      .init(
        "Low", bank: 0, program: 1, zones: [.init([.init(.keyRange, from: 0, to: 40)], plays: 1)]),
      .init("High", bank: 0, program: 2, zones: [.init(plays: 1)]),
      .init("Drum", bank: 128, program: 0, zones: [.init(plays: 2)]),
    ]
    return builder
  }

  private func source(_ builder: SoundFontBuilder = Self.builder) throws -> SoundFontContents {
    try SoundFont.read(ByteStorage(copying: builder.chunks.file)).contents()
  }

  private func prune(_ recipe: String, _ builder: SoundFontBuilder = Self.builder) throws
    -> PrunedBank
  {
    try PrunedBank(source(builder), recipe: PruningRecipe(parsing: recipe))
  }

  private func bank(_ contents: SoundFontContents) throws -> SoundBank {
    let file = try SoundFontWriter(contents).pieces.flatMap { Array($0.bytes) }
    return try SoundFont.read(ByteStorage(copying: file)).soundBank()
  }

  /// A preset's regions, with frames instead of sample indices.
  private func sounds(_ bank: SoundBank, _ number: UInt16, _ program: UInt8) throws -> [Sound] {
    let index = try #require(bank.index(of: .init(bank: number, program: program)))
    return try bank.regions(ofPresetAt: index).map {
      var region = $0
      let sample = bank.samples[region.sample]
      region.sample = 0
      return Sound(
        region: region, loop: sample.loop, rate: sample.sampleRate,
        frames: try bank.readFrames(ofSampleAt: $0.sample, decoder: nil, limit: 1000))
    }
  }

  private struct Sound: Equatable {
    var region: Region
    var loop: Range<Int>?
    var rate: Double
    var frames: [Float]
  }

  @Test("Remaining presets are bit-identical, and nothing unused remains")
  func stripping() throws {
    let before = try bank(source())
    let pruned = try prune("keep 0:1")
    let after = try bank(pruned.contents)
    #expect(try sounds(after, 0, 1) == sounds(before, 0, 1))
    #expect(after.presets.map(\.name) == ["Low"])
    // The preset's key range excludes the upper zone and its sample; the lower zone keeps the other
    // channel of its pair.
    #expect(pruned.contents.instruments.map(\.name.text) == ["Loop"])
    #expect(pruned.contents.instruments[0].zones.map(\.target) == [nil, 0])
    #expect(pruned.contents.samples.map(\.partner) == [1, 0])
    #expect(pruned.before.sampleCount == 5 && pruned.after.sampleCount == 2)
    #expect(pruned.before.instrumentCount == 3 && pruned.after.instrumentCount == 1)
    #expect(pruned.before.presetCount == 3 && pruned.after.presetCount == 1)
    #expect(pruned.before.sampleByteCount == 2 * (4 * 200 + 3))
    #expect(pruned.after.sampleByteCount == 2 * 2 * 200)
    #expect(pruned.presets[0].sampleByteCount == 2 * 200)
  }

  @Test("Without patterns all presets remain, sorted and unchanged")
  func everything() throws {
    let before = try bank(source())
    let after = try bank(prune("").contents)
    for preset in before.presets {
      #expect(
        try sounds(after, preset.bank, preset.program)
          == sounds(before, preset.bank, preset.program))
    }
    #expect(after.presets == before.presets && after.samples.count == 4)
  }

  @Test("Equal sample data is shared by separate samples")
  func sharing() throws {
    let pruned = try prune("")
    #expect(pruned.sharedByteCount == 2 * 200)
    let after = try bank(pruned.contents)
    #expect(after.samples[0].encoding == after.samples[2].encoding)
    #expect(after.samples[0].loop != after.samples[2].loop)
  }

  @Test("Names are set as requested; the maker's texts stay, and the tool name is added")
  func names() throws {
    let pruned = try prune("name Two\nkeep *:0 as Boom\nkeep 0:2\nrename h* as Treble")
    #expect(pruned.presets.map(\.name) == ["Treble", "Boom"])
    #expect(pruned.presets.map(\.oldName) == ["High", "Drum"])
    let codes = pruned.contents.information.map(\.code.description)
    #expect(codes == ["isng", "INAM", "ISFT", "ICOP", "ABCD"])
    #expect(pruned.contents.text("INAM") == "Two")
    #expect(pruned.contents.text("ISFT") == "Maker:Peach")
    #expect(pruned.contents.text("ICOP") == "MIT")
    var builder = Self.builder
    for (tools, signed) in [("", "Peach"), ("Peach", "Peach"), ("Maker", "Maker:Peach")] {
      builder.information = [("ISFT", Array(tools.utf8))]
      #expect(try prune("", builder).contents.text("ISFT") == signed)
    }
  }

  @Test("The first available alternative is used; missing required presets are reported")
  func missing() throws {
    #expect(try prune("keep 0:99, dr*, 0:1").presets.map(\.name) == ["Drum"])
    let lenient = try prune("try 0:99\nkeep 0:1")
    #expect(lenient.presets.map(\.name) == ["Low"] && lenient.warnings.count == 1)
    #expect(
      throws: PruningError.missing(
        patterns: ["0:99", "8:8, *flute*"], available: ["0:1 Low", "0:2 High", "128:0 Drum"])
    ) { try prune("keep 0:99\nkeep 0:1\nkeep 8:8, *flute*") }
    #expect(throws: PruningError.severalNamed(pattern: "0:*", name: "One", count: 2)) {
      try prune("keep 0:* as One")
    }
    #expect(throws: PruningError.nothingLeft) { try prune("keep 0:1\nkeys 100-110") }
    #expect("\(PruningError.missing(patterns: ["0:9"], available: ["0:1 A"]))".contains("0:1 A"))
    #expect(
      throws: PruningError.missing(
        patterns: ["0:2"], available: ["0:1 Low", "0:2 High", "128:0 Drum"])
    ) {
      try prune("keep 0:1\nrename 0:2 as Other")
    }
  }

  @Test("A key range keeps those keys bit-identical and removes data of other keys")
  func keys() throws {
    let before = try bank(source())
    let pruned = try prune("keys 20-50")
    let after = try bank(pruned.contents)
    for (program, keys) in [(1, 20...40), (2, 20...50)] as [(UInt8, ClosedRange<UInt8>)] {
      var expected = try sounds(before, 0, program).filter { $0.region.keys.overlaps(20...50) }
      for index in expected.indices {
        expected[index].region.keys = expected[index].region.keys.clamped(to: 20...50)
      }
      #expect(try sounds(after, 0, program) == expected)
      #expect(expected.map(\.region.keys) == [keys])
    }
    #expect(pruned.contents.instruments[0].zones.compactMap(\.target) == [0])
  }

  @Test("One layer plays identically at its velocity, and at all others")
  func layer() throws {
    let before = try bank(source())
    let pruned = try prune("keep 128:0\nlayer 100")
    var expected = try sounds(before, 128, 0).filter { $0.region.velocities.contains(100) }
    #expect(expected.count == 1)
    expected[0].region.velocities = 0...127
    #expect(try sounds(bank(pruned.contents), 128, 0) == expected)
    #expect(pruned.after.sampleCount == 1)
  }

  @Test("Eight frames remain after an endless loop; audible data stays complete")
  func trimming() throws {
    var builder = Self.builder
    // The third sample plays the same frames entirely, so they stay.
    #expect(try prune("keep 0:2\ntrim-loops", builder).trimmedByteCount == 0)
    builder.samples[2].frames[0] = 99
    let pruned = try prune("keep 0:2\ntrim-loops", builder)
    #expect(pruned.trimmedByteCount == 2 * (200 - 108))
    #expect(pruned.contents.samples.map(\.recording.frameCount) == [108, 200, 200])
    #expect(pruned.contents.samples[0].loop == 10..<100)
    for change in [
      SoundFontBuilder.Setting(.sampleModes, 3), .init(.endLoopAddressOffset, 50),
      .init(.endAddressCoarseOffset, -1),
    ] {
      builder.instruments[1].zones[1].settings = [.init(.keyRange, from: 0, to: 60), change]
      #expect(try prune("keep 0:2\ntrim-loops", builder).trimmedByteCount == 0)
    }
  }

  @Test("Of two presets with the same bank and program the first remains, which is the one played")
  func duplicates() throws {
    var builder = Self.builder
    builder.presets.append(.init("Other", bank: 0, program: 1, zones: [.init(plays: 2)]))
    #expect(try prune("keep 0:1", builder).presets.map(\.name) == ["Low"])
    #expect(try prune("", builder).presets.map(\.name) == ["Low", "High", "Drum"])
  }

  @Test("A compressed bank is unchanged, for any options")
  func compressed() throws {
    var builder = Self.builder
    builder.version = (3, 1)
    builder.samples = (0..<5).map {
      SoundFontSample(compressed: [1, 2, UInt8($0 % 3)], loop: 0..<9)
    }
    let pruned = try prune("trim-loops", builder)
    #expect(pruned.trimmedByteCount == 0 && pruned.sharedByteCount == 3)
    let after = try bank(pruned.contents)
    for sample in after.samples {
      guard case .compressed(let range) = sample.encoding else {
        Issue.record("\(sample)")
        continue
      }
      #expect(after.storage.bytes[range].prefix(2).elementsEqual([1, 2]))
    }
  }
}
