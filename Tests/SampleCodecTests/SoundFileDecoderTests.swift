import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import TestEnvironment
import Testing

@Suite("Sample decoding")
struct SoundFileDecoderTests {
  static let bank = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"
  /// Whether the bank with the reference values below is installed.
  static let hasBank =
    (try? URL(filePath: bank).resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]))?
    .fileSize == 23_614_353

  private func decode(_ bytes: [UInt8], limit: Int = 1 << 22) throws -> DecodedAudio {
    try bytes.withUnsafeBytes { try SoundFileDecoder.decode($0, limit) }
  }

  /// Returns bytes of the bank from `offset`.
  private func bankBytes(at offset: Int, count: Int) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: Self.bank))
    try file.seek(toOffset: UInt64(offset))
    return [UInt8](try #require(try file.read(upToCount: count)))
  }

  @Test("Builds without a decoder of WAV files report that error")
  func noDecoder() {
    if !SoundFileDecoder.isAvailable {
      #expect(throws: SampleCodecError.noDecoder) { try decode(wav(frames: 4)) }
    }
  }

  @Test("Every build decodes Ogg files: one without a stream is damaged")
  func emptyOgg() {
    do {
      _ = try decode([UInt8]("OggS".utf8) + [UInt8](repeating: 0, count: 60))
      Issue.record("an Ogg file without a stream was decoded")
    } catch SampleCodecError.undecodable {
    } catch { Issue.record("\(error)") }
  }

  struct Reference: Sendable {
    var offset, byteCount, frameCount: Int
    var sampleRate, rootMeanSquare: Double
    var from1000: [Float]
  }

  /// The output of FFmpeg's Vorbis decoder for three samples of the bank.
  static let references = [
    Reference(
      offset: 2_312, byteCount: 10_372, frameCount: 15_394, sampleRate: 11_025,
      rootMeanSquare: 0.16402138887769935,
      from1000: [
        -0.22122225165367126, -0.17680124938488007, -0.1566990315914154, -0.012221289798617363,
        0.07756169140338898, 0.13670578598976135,
      ]),
    Reference(
      offset: 12_684, byteCount: 48_608, frameCount: 115_915, sampleRate: 32_000,
      rootMeanSquare: 0.050088967504729555,
      from1000: [
        0.1676851063966751, -0.19544589519500732, 0.18252074718475342, -0.060964178293943405,
        -0.027139868587255478, -0.026044312864542007,
      ]),
    Reference(
      offset: 5_131_764, byteCount: 18_883, frameCount: 33_384, sampleRate: 32_000,
      rootMeanSquare: 0.20441297030299965,
      from1000: [
        0.09103485196828842, 0.11732225120067596, 0.1410721242427826, 0.16838417947292328,
        0.19828853011131287, 0.23107345402240753,
      ]),
  ]

  // Proves file compressed: Vorbis I; −100 dB
  @Test(
    "Vorbis samples of an SF3 match FFmpeg within −100 dB",
    .enabled(if: hasBank, "Requires FluidR3Mono_GM.sf3."), arguments: references)
  func vorbis(reference: Reference) throws {
    let bytes = try bankBytes(at: reference.offset, count: reference.byteCount)
    let audio = try decode(bytes, limit: reference.frameCount)
    #expect(audio.sampleRate == reference.sampleRate)
    #expect(audio.channelCount == 1)
    #expect(audio.values.count == reference.frameCount)
    for (value, expected) in zip(audio.values[1_000...], reference.from1000) {
      #expect(abs(value - expected) < 1e-5)
    }
    let energy = audio.values.reduce(0) { $0 + Double($1) * Double($1) }
    let rms = (energy / Double(audio.values.count)).squareRoot()
    #expect(abs(rms / reference.rootMeanSquare - 1) < 1e-5)
    // A limit one frame lower is an error.
    #expect(
      throws: SampleCodecError.tooLong(
        frames: reference.frameCount, limit: reference.frameCount - 1)
    ) { try decode(bytes, limit: reference.frameCount - 1) }
  }

  @Test(
    "Concurrent decoding equals serial decoding",
    .enabled(if: hasBank, "Requires FluidR3Mono_GM.sf3."))
  func concurrently() async throws {
    let bytes = try bankBytes(at: 2_312, count: 10_372)
    let alone = try decode(bytes).values
    let results = await withTaskGroup(of: [Float]?.self) { group in
      for _ in 0..<16 { group.addTask { try? decode(bytes).values } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 16)
    for result in results { #expect(result == alone) }
  }

  @Test(
    "A truncated Vorbis sample is an error or shorter, deterministically",
    .enabled(if: hasBank, "Requires FluidR3Mono_GM.sf3."))
  func truncated() throws {
    let bytes = try bankBytes(at: 2_312, count: 10_372)
    let whole = try decode(bytes).values
    let step = TestScale.cases(short: 173, full: 29)
    var errors = 0
    for count in stride(from: 0, to: bytes.count, by: step) {
      do throws(SampleCodecError) {
        let cut = Array(bytes[..<count])
        let values = try cut.withUnsafeBytes { (raw) in
          Result { () throws(SampleCodecError) in try SoundFileDecoder.decode(raw, 1 << 22) }
        }.get().values
        #expect(values.count <= whole.count)
        // The last block of a truncated stream has no next block to overlap with.
        #expect(values.dropLast(2_048).elementsEqual(whole.prefix(max(values.count - 2_048, 0))))
      } catch {
        errors += 1
      }
    }
    #expect(errors > 0)
  }

  /// Returns a 16-bit mono WAV file whose value at frame n is n − 8, with this declared size.
  private func wav(frames: Int, channels: UInt16 = 1, claimedBytes: UInt32? = nil) -> [UInt8] {
    func le(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
    }
    let data = (0..<frames * Int(channels)).flatMap { le(Int16($0 - 8)) }
    var bytes = [UInt8]("RIFF".utf8) + le(UInt32(36 + data.count)) + [UInt8]("WAVEfmt ".utf8)
    bytes += le(UInt32(16)) + le(UInt16(1)) + le(channels) + le(UInt32(22_050))
    bytes += le(UInt32(44_100) * UInt32(channels)) + le(2 * channels) + le(UInt16(16))
    return bytes + [UInt8]("data".utf8) + le(claimedBytes ?? UInt32(data.count)) + data
  }

  @Test(
    "16-bit values come out as themselves over 32768",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func integers() throws {
    let audio = try decode(wav(frames: 20))
    #expect(audio.sampleRate == 22_050 && audio.channelCount == 1)
    let expected = (-8..<12).map { (value: Int) in Float(value) / 32_768 }
    #expect(audio.values == expected)
    let stereo = try decode(wav(frames: 10, channels: 2))
    #expect(stereo.channelCount == 2 && stereo.values == audio.values)
  }

  @Test(
    "A false declared length is not trusted",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func claims() throws {
    #expect(try decode(wav(frames: 20, claimedBytes: 0x7FFF_FFF0)).values.count == 20)
    // FLAC: 4,096-frame blocks, 44,100 Hz, one channel of 16 bits, 2^36 − 1 declared frames (RFC
    // 9639 §8.2), and no frame.
    var flac = [UInt8]("fLaC".utf8) + [0x80, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0]
    flac += [0x0A, 0xC4, 0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16)
    #expect(throws: SampleCodecError.self) { try decode(flac, limit: 1 << 20) }
    // Without a limit: an error or no frames, and no allocation for 2^36 frames.
    if let audio = try? decode(flac, limit: .max) { #expect(audio.values.isEmpty) }
  }

  @Test(
    "The limit counts frames of up to two channels, and fewer of more",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func limit() throws {
    #expect(try decode(wav(frames: 20, channels: 2), limit: 20).values.count == 40)
    #expect(try decode(wav(frames: 10, channels: 4), limit: 20).values.count == 40)
    #expect(throws: SampleCodecError.tooLong(frames: 11, limit: 10)) {
      try decode(wav(frames: 11, channels: 4), limit: 20)
    }
    #expect(throws: SampleCodecError.tooLong(frames: 1, limit: 0)) {
      try decode(wav(frames: 1), limit: 0)
    }
    #expect(throws: SampleCodecError.tooLong(frames: 1, limit: 0)) {
      try decode(wav(frames: 1), limit: -5)
    }
    #expect(try decode(wav(frames: 0), limit: 0).values.isEmpty)
  }

  @Test(
    "Bytes that are not audio are an error",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func garbage() throws {
    var generator = Seeded()
    for count in [0, 1, 3, 4, 100, 10_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...254, using: &generator) }
      do {
        _ = try decode([0] + bytes)
        Issue.record("garbage of \(count + 1) bytes was decoded")
      } catch SampleCodecError.undecodable(let code) {
        #expect(code > 0)
      }
    }
    do {
      _ = try decode([])
      Issue.record("no bytes were decoded")
    } catch SampleCodecError.undecodable {}
  }

  /// A deterministic generator (the multiplier is Knuth's MMIX).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }
}
