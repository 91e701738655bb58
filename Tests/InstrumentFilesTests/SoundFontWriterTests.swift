import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

extension SoundFontWriter {
  /// The complete file.
  var file: [UInt8] { pieces.flatMap { Array($0.bytes) } }
}

extension SoundFontBuilder {
  /// A bank with all features that a file can have.
  static var rich: SoundFontBuilder {
    var builder = SoundFontBuilder.simple
    builder.samples = [
      SoundFontSample(
        frames: (0..<101).map { Int16($0 * 90) }, loop: 20..<80, correction: -7, link: 1, type: 4),
      SoundFontSample(frames: (0..<77).map { Int16(-$0) }, loop: 0..<77, link: 0, type: 2),
      SoundFontSample(frames: [1, 2, 3], rate: 8000, root: 255),
    ]
    let linked = [
      Modulator(source: 0x0081, destination: 0x8001, amount: 5, amountSource: 0, transform: 0),
      Modulator(source: 0x007F, destination: 8, amount: -900, amountSource: 0x000D, transform: 2),
    ]
    builder.instruments = [
      .init(
        "Pair",
        zones: [
          .init([.init(.sampleModes, 1), .init(.pan, -500)], modulators: linked, plays: nil),
          .init([.init(.keyRange, from: 0, to: 60), .init(.fineTune, -3)], plays: 0),
          .init(
            [.init(.keyRange, from: 0, to: 60), .init(.velocityRange, from: 1, to: 99)],
            plays: 1),
        ]),
      .init("Once", zones: [.init([.init(.velocityRange, from: 64, to: 127)], plays: 2)]),
    ]
    builder.presets = [
      .init("First", bank: 0, program: 3, zones: [.init(plays: 0), .init(plays: 1)]),
      .init(
        "A name of 20 letters", bank: 0, program: 4,
        zones: [
          .init([.init(.keyRange, from: 10, to: 20)], modulators: [linked[1]], plays: nil),
          .init([.init(.coarseTune, 12), .init(number: 14, amount: 99)], plays: 0),
        ]),
      .init("Kit", bank: 128, program: 0, zones: [.init(plays: 1)]),
    ]
    return builder
  }
}

/// The builder writes files from the format's tables and shares no code with the writer: valid
/// files round-trip byte for byte.
@Suite("SoundFont writer")
struct SoundFontWriterTests {
  private func rewritten(_ chunks: SoundFontChunks) throws -> [UInt8] {
    try SoundFontWriter(chunks.read().contents()).file
  }

  @Test("Small, rich, 24-bit and empty banks round-trip")
  func sameBytes() throws {
    var deep = SoundFontBuilder.rich
    for index in deep.samples.indices {
      deep.samples[index].lowBytes = (0..<deep.samples[index].frames.count).map {
        UInt8(truncatingIfNeeded: $0 * 7 + index)
      }
    }
    var version = SoundFontBuilder.simple
    version.version = (2, 1)
    for builder in [SoundFontBuilder.simple, .rich, deep, version] {
      let chunks = builder.chunks
      let written = try rewritten(chunks)
      #expect(written == chunks.file)
      #expect(written.count % 2 == 0)
      #expect(try SoundFontWriter(chunks.read().contents()).byteCount == written.count)
    }
  }

  @Test("Compressed samples, some of odd size, are written byte for byte without gaps")
  func compressed() throws {
    var builder = SoundFontBuilder.simple
    builder.version = (3, 1)
    builder.samples = [
      SoundFontSample(compressed: [1, 2, 3, 4, 5], loop: 10..<9000),
      SoundFontSample(compressed: [9, 8, 7], loop: 0..<0),
    ]
    builder.instruments = [.init(zones: [.init(plays: 0), .init(plays: 1)])]
    #expect(try rewritten(builder.chunks) == builder.chunks.file)
    // The chunk has whole frames, for any size of its last stream.
    builder.samples.swapAt(0, 1)
    builder.samples[1].compressed = [1, 2]
    let odd = try SoundFont.read(ByteStorage(copying: rewritten(builder.chunks)))
    #expect(Array(odd.storage.bytes[odd.sampleBytes]) == [9, 8, 7, 1, 2, 0])
    #expect(odd.samples.map(\.end) == [3, 5])
    // Frames after a stream of odd size start at an even byte (§6.1 counts in frames).
    let mixed = try SoundFontWriter(
      Self.mixed(compressed: [1, 2, 3], frames: [0x34, 0x12])
    ).file
    let font = try SoundFont.read(ByteStorage(copying: mixed))
    #expect(font.warnings.isEmpty)
    #expect(font.samples.map(\.start) == [0, 2] && font.samples.map(\.end) == [3, 3])
    let start = font.sampleBytes.lowerBound
    #expect(Array(mixed[start..<(start + 6)]) == [1, 2, 3, 0, 0x34, 0x12])
    #expect(font.version.major == 3)
  }

  private static func mixed(compressed: [UInt8], frames: [UInt8]) -> SoundFontContents {
    var contents = SoundFontContents(name: "Mixed")
    contents.samples = [
      .init(
        "Small", .compressed(StoredBytes(copying: compressed)), sampleRate: 44_100,
        originalPitch: 60),
      .init(
        "Plain", .integer16(StoredBytes(copying: frames)), sampleRate: 44_100, originalPitch: 60),
    ]
    contents.instruments = [.init("Both", zones: [.init(plays: 0), .init(plays: 1)])]
    contents.presets = [.init("Both", bank: 0, program: 0, zones: [.init(plays: 0)])]
    return contents
  }

  @Test("Every INFO chunk is kept, including unknown ones and default modulators; texts are padded")
  func information() throws {
    var builder = SoundFontBuilder.simple
    let modulators: [UInt8] =
      [0x02, 5, 48, 0, 0xC0, 3, 0, 0, 0, 0] + Array(repeating: 0, count: 10)
    builder.information += [
      ("ICOP", Array("MIT license\0".utf8)), ("DMOD", modulators), ("XYZw", [1, 2, 3]),
      ("iver", [1, 0, 0, 0]), ("ICMT", Array("two\nlines, of odd size\0\0".utf8)),
    ]
    #expect(try rewritten(builder.chunks) == builder.chunks.file)
    builder.information += [("IENG", Array("Ann".utf8)), ("ISFT", Array("Tool\0\0\0junk".utf8))]
    let font = try SoundFont.read(ByteStorage(copying: rewritten(builder.chunks)))
    let written = font.information.map { ($0.code.description, font.storage.bytes[$0.content]) }
    #expect(Array(try #require(written.first { $0.0 == "IENG" }).1) == [65, 110, 110, 0])
    #expect(Array(try #require(written.first { $0.0 == "ISFT" }).1) == Array("Tool\0\0".utf8))
    #expect(font.ownDefaultModulators?.count == 1)
  }

  @Test("A text too long for its chunk is truncated, and kept in full in the comment")
  func overlongText() throws {
    var builder = SoundFontBuilder.simple
    let license = String(repeating: "All rights. ", count: 40)
    builder.information += [("ICOP", Array(license.utf8)), ("ICMT", Array("Hello\0".utf8))]
    let writer = try SoundFontWriter(builder.chunks.read().contents())
    let font = try SoundFont.read(ByteStorage(copying: writer.file))
    #expect(writer.warnings.count == 1)
    let chunk = try #require(font.information.first { $0.code == "ICOP" })
    #expect(chunk.content.count == 256)
    #expect(license.hasPrefix(try #require(font.text("ICOP"))))
    #expect(font.text("ICMT") == "Hello\n" + license.dropLast())
  }

  @Test("Samples without zero frames after them get 46; loops are shifted")
  func silence() throws {
    var builder = SoundFontBuilder.rich
    builder.framesBetween = 0
    let without = builder.chunks
    builder.framesBetween = 46
    #expect(try rewritten(without) == builder.chunks.file)
  }

  @Test("Presets are sorted by bank and program, stably")
  func order() throws {
    var builder = SoundFontBuilder.rich
    builder.presets.append(.init("Second", bank: 0, program: 3, zones: [.init(plays: 1)]))
    let sorted = [0, 3, 1, 2].map { builder.presets[$0] }
    builder.presets.reverse()
    builder.presets.swapAt(0, 3)
    let shuffled = builder.chunks
    builder.presets = sorted
    #expect(try rewritten(shuffled) == builder.chunks.file)
  }

  @Test("Samples with the same bytes share them")
  func sharing() throws {
    let frames = StoredBytes(copying: (0..<200).map { UInt8($0) })
    var contents = SoundFontContents(name: "Shared")
    contents.samples = [nil, 0..<50, 10..<100].map {
      .init("A", .integer16(frames), sampleRate: 48_000, originalPitch: 60, loop: $0)
    }
    contents.instruments = [.init("A", zones: (0..<3).map { .init(plays: $0) })]
    contents.presets = [.init("A", bank: 0, program: 0, zones: [.init(plays: 0)])]
    let font = try SoundFont.read(ByteStorage(copying: SoundFontWriter(contents).file))
    #expect(font.sampleBytes.count == 200 + 92)
    #expect(font.samples.map(\.start) == [0, 0, 0])
    #expect(font.samples.map(\.loopEnd) == [0, 50, 100])
    #expect(font.contents().samples.map(\.loop) == [nil, 0..<50, 10..<100])
  }

  @Test("A preset built from values round-trips")
  func madeFromValues() throws {
    let frames = StoredBytes(copying: [UInt8](repeating: 1, count: 400))
    var contents = SoundFontContents(name: "Bells")
    contents.setText("ICOP", "CC0")
    contents.samples = [
      .init(
        "Left", .integer16(frames), sampleRate: 48_000, originalPitch: 72, pitchCorrection: -4,
        loop: 20..<180, channel: .left, partner: 1),
      .init(
        "Right", .integer16(frames), sampleRate: 48_000, originalPitch: 72, loop: 20..<180,
        channel: .right, partner: 0),
    ]
    var zone = SoundFontContents.Zone(
      keys: 60...72, velocities: 1...100, [(.pan, -500), (.sampleModes, 1)], plays: 0)
    zone[.volumeEnvelopeRelease] = 1200
    zone[.pan] = -250
    zone[.sampleModes] = nil
    contents.instruments = [.init("Bell", zones: [zone, .init([(.pan, 500)], plays: 1)])]
    contents.presets = [.init("Bell", bank: 1, program: 14, zones: [.init(plays: 0)])]
    let font = try SoundFont.read(ByteStorage(copying: SoundFontWriter(contents).file))
    #expect(font.warnings.isEmpty && font.summary.copyright == "CC0")
    let bank = font.soundBank()
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    #expect(region.keys == 60...72 && region.velocities == 1...100)
    #expect(region.generators[.volumeEnvelopeRelease] == 1200)
    #expect(region.generators[.pan] == -250 && region.generators[.sampleModes] == 0)
    #expect(bank.samples.map(\.partner) == [1, 0] && bank.samples[0].correctionCents == -4)
    #expect(bank.samples.map(\.side) == [.left, .right])
  }
}
