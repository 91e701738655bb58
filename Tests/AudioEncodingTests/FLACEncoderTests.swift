import Foundation
import PeachAudioEncoding
import PeachInstrumentModel
import PeachSampleCodec
import TestEnvironment
import Testing

@Suite("FLAC files")
struct FLACEncoderTests {
  /// Signals of left and right in turns, and the largest size of their file relative to the
  /// samples.
  private static let signals: [(name: String, samples: [Int16], ratio: Double)] = {
    var random = RandomNumbers(seed: 1)
    func sine(_ amplitude: Double, _ delay: Double) -> [Int16] {
      (0..<60_000).map { index -> Int16 in
        let phase = Double(index / 2) * 0.03 + Double(index % 2) * delay
        return Int16(amplitude * sin(phase))
      }
    }
    func square(isOpposite: Bool) -> [Int16] {
      (0..<18_000).map { index -> Int16 in
        let isHigh = (index / 2) % 7 < 3
        return isHigh != (isOpposite && index % 2 == 1) ? 32_767 : -32_768
      }
    }
    var signals: [(String, [Int16], Double)] = [
      ("noise", (0..<20_000).map { _ in Int16(random.whole(-32_768...32_767)) }, 1.01),
      ("silence", [Int16](repeating: 0, count: 100_000), 0.01),
      ("mono", sine(12_000, 0), 0.25), ("stereo", sine(12_000, 0.5), 0.3),
      ("full scale", square(isOpposite: false), 0.6),
      ("opposite", square(isOpposite: true), 0.6),
    ]
    // Blocks have 4,096 frames.
    for frames in [1, 2, 3, 4, 5, 6, 100, 4_095, 4_096, 4_097] {
      let samples = (0..<(2 * frames)).map { _ in Int16(random.whole(-300...300)) }
      signals.append(("\(frames) frames", samples, 100))
    }
    return signals
  }()

  private static func file(_ samples: [Int16], pieceFrames: Int) -> [UInt8] {
    let bytes = samples.flatMap { sample -> [UInt8] in
      [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
    }
    var encoder = FLACEncoder(sampleRate: 48_000)
    var encoded: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 4 * pieceFrames) {
      encoded += encoder.encode(Array(bytes[start..<min(start + 4 * pieceFrames, bytes.count)]))
    }
    encoded += encoder.finish()
    return encoder.header + encoded
  }

  @Test(
    "libsndfile decodes every signal to the same samples",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func decoded() throws {
    for signal in Self.signals {
      let file = Self.file(signal.samples, pieceFrames: 1_000)
      #expect(Double(file.count - 42) < signal.ratio * Double(2 * signal.samples.count))
      let audio = try file.withUnsafeBytes { try SoundFileDecoder.decode($0, 1 << 20) }
      #expect(audio.sampleRate == 48_000 && audio.channelCount == 2)
      #expect(audio.values == signal.samples.map { Float($0) / 32_768 }, "\(signal.name)")
    }
  }

  // RFC 9639 §8.2: block sizes, frame sizes, rate, channels, bits, samples.
  @Test("The header has the properties of the stream")
  func header() {
    let file = Self.file([Int16](repeating: 1, count: 2 * 5_000), pieceFrames: 5_000)
    #expect(Array(file[..<12]) == Array("fLaC".utf8) + [0x80, 0, 0, 34, 0x10, 0, 0x10, 0])
    // 48,000 is 0xBB80: 20 bits, then 001, 01111, and 36 bits of 5,000.
    #expect(Array(file[18..<26]) == [0x0B, 0xB8, 0x02, 0xF0, 0, 0, 0x13, 0x88])
    // A constant channel has 3 bytes; a full block has a header of 6 and a checksum of 2.
    #expect(Array(file[12..<18]) == [0, 0, 14, 0, 0, 16])
  }
}
