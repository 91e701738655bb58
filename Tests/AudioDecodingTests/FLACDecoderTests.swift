import Foundation
import PeachAudioDecoding
import PeachAudioEncoding
import PeachInstrumentModel
import PeachSampleCodec
import TestEnvironment
import Testing

@Suite("FLAC decoding")
struct FLACDecoderTests {
  private static let limit = 1 << 20

  private static func decode(_ file: [UInt8], limit: Int = limit) throws -> DecodedAudio {
    try file.withUnsafeBytes { try FLACDecoder.decode($0, frameLimit: limit) }
  }

  // RFC 9639 appendix D.1; the samples as the program `flac` decodes them.
  private static let example: [UInt8] = [
    0x66, 0x4C, 0x61, 0x43, 0x80, 0x00, 0x00, 0x22, 0x10, 0x00, 0x10, 0x00, 0x00, 0x00, 0x0F, 0x00,
    0x00, 0x0F, 0x0A, 0xC4, 0x42, 0xF0, 0x00, 0x00, 0x00, 0x01, 0x3E, 0x84, 0xB4, 0x18, 0x07, 0xDC,
    0x69, 0x03, 0x07, 0x58, 0x6A, 0x3D, 0xAD, 0x1A, 0x2E, 0x0F, 0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00,
    0xBF, 0x03, 0x58, 0xFD, 0x03, 0x12, 0x8B, 0xAA, 0x9A,
  ]

  @Test("The example of the specification has its samples")
  func specification() throws {
    let audio = try Self.decode(Self.example)
    #expect(audio.sampleRate == 44_100 && audio.channelCount == 2)
    #expect(audio.values == [25_588, 10_416].map { Float($0) / 32_768 })
    #expect(throws: SampleCodecError.tooLong(frames: 1, limit: 0)) {
      try Self.decode(Self.example, limit: 0)
    }
  }

  /// A file that libFLAC encodes: a chord that decays, noise, and a channel that is nearly the
  /// other one.
  private static func encoded(_ format: WAVSampleFormat) throws -> [UInt8] {
    var random = RandomNumbers(seed: 7)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).flac").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    var stream = try SoundFileStream(
      descriptor: handle.fileDescriptor, container: .flac, sampleRate: 48_000, format: format)
    let scale = format == .integer16 ? 32_767.0 : 8_388_607
    let bytes = (0..<30_000).flatMap { frame -> [UInt8] in
      let decay = exp(-Double(frame) / 9_000)
      let noise = frame < 10_000 ? 0 : Double(random.whole(-1_000...1_000)) / 4_000
      let left = 0.4 * decay * (sin(Double(frame) * 0.03) + sin(Double(frame) * 0.0373)) + noise
      let right = frame < 5_000 ? 0 : left * 0.97
      return [left, right].flatMap { value -> [UInt8] in
        let whole = Int32((value * scale).rounded())
        let count = format == .integer16 ? 2 : 3
        return (0..<count).map { UInt8(truncatingIfNeeded: whole >> Int32(8 * $0)) }
      }
    }
    let isWritten = stream.write(bytes, frameCount: 30_000)
    let isFinished = stream.finish()
    #expect(isWritten && isFinished)
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  @Test(
    "Files of libFLAC have libsndfile's samples",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."),
    arguments: [WAVSampleFormat.integer16, .integer24])
  func library(format: WAVSampleFormat) throws {
    let file = try Self.encoded(format)
    // It is compressed.
    #expect(file.count < 100_000 * (format == .integer16 ? 1 : 2))
    let expected = try file.withUnsafeBytes { try SoundFileDecoder.decode($0, Self.limit) }
    let audio = try Self.decode(file)
    #expect(audio.sampleRate == expected.sampleRate && audio.channelCount == 2)
    #expect(audio.values.count == 60_000 && audio.values == expected.values)
  }

  private static let files = TestFiles.shared(folder: "sfz", endings: [".flac"])

  @Test(
    "Real samples are libsndfile's",
    .enabled(if: SoundFileDecoder.isAvailable && !files.isEmpty, "needs PEACH_SHARED_DATA"))
  func samples() throws {
    for path in Self.files {
      let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let expected = try file.withUnsafeBytes { try SoundFileDecoder.decode($0, 1 << 24) }
      let audio = try Self.decode(file, limit: 1 << 24)
      #expect(audio.sampleRate == expected.sampleRate, "\(path)")
      #expect(audio.channelCount == expected.channelCount, "\(path)")
      #expect(audio.values == expected.values, "\(path)")
    }
  }

  @Test("A damaged file is an error, or returns the blocks before the damage")
  func damaged() throws {
    var encoder = FLACEncoder(sampleRate: 48_000)
    var random = RandomNumbers(seed: 3)
    // Two blocks of 4,096 frames, and one of 100.
    let samples = (0..<2 * 8_292).map { _ in UInt8(random.whole(0...255)) }
    let blocks = encoder.encode(samples.flatMap { [$0, 0] }) + encoder.finish()
    let file = encoder.header + blocks
    let values = samples.map { Float($0) / 32_768 }
    #expect(try Self.decode(file).values == values)
    for index in file.indices where index % 97 == 0 {
      let audio = try? Self.decode(Array(file[..<index]))
      #expect([0, 4_096, 8_192].contains((audio?.values.count ?? 0) / 2), "\(index)")
      #expect(audio.map { $0.values[...] == values.prefix($0.values.count) } ?? true)
      var mutated = file
      mutated[index] ^= UInt8(1 << random.whole(0...7))
      let other = (try? Self.decode(mutated))?.values ?? []
      #expect(other.allSatisfy { abs($0) <= 1 })
      // The checksum of a block finds a changed bit (§9.3).
      if index >= 42 { #expect(other[...] == values.prefix(other.count)) }
    }
  }
}
