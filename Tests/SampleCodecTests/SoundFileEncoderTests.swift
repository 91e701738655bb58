import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import Testing

@Suite(
  "Sample compression",
  .enabled(if: SoundFileEncoder.isAvailable, "Built without the trait SoundFile."))
struct SoundFileEncoderTests {
  /// A decaying chord with a click at its start, which would reveal a delay.
  private static let values: [Float] = (0..<22_051).map { frame in
    let time = Double(frame) / 44_100
    let chord = sin(2 * .pi * 440 * time) + sin(2 * .pi * 1_100 * time)
    return Float(0.3 * chord * exp(-3 * time)) + (frame == 100 ? 0.3 : 0)
  }

  private func decoded(_ file: [UInt8]) throws -> DecodedAudio {
    try file.withUnsafeBytes { try SoundFileDecoder.decode($0, 1 << 20) }
  }

  @Test("The frame count and positions are exact, and values close to the originals")
  func frames() throws {
    var errors: [Double] = []
    var sizes: [Int] = []
    for quality in [0.2, 0.5, 1] {
      let audio = DecodedAudio(sampleRate: 44_100, channelCount: 1, values: Self.values)
      let file = try SoundFileEncoder.vorbis(audio, quality: quality)
      let back = try decoded(file)
      #expect(back.sampleRate == 44_100 && back.channelCount == 1)
      try #require(back.values.count == Self.values.count)
      let noise = zip(Self.values, back.values).reduce(0.0) {
        $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1))
      }
      let power = Self.values.reduce(0.0) { $0 + Double($1 * $1) }
      errors.append(10 * log10(noise / power))
      sizes.append(file.count)
    }
    print("noise \(errors) dB below the sound, in \(sizes) bytes of \(2 * Self.values.count)")
    // Half a frame of delay would be −22 dB at 1,100 Hz (2 sin πfd).
    #expect(errors.allSatisfy { $0 < -30 })
    #expect(errors == errors.sorted(by: >) && sizes == sizes.sorted())
  }

  @Test("The same audio yields the same bytes, with valid checksums")
  func sameBytes() throws {
    let audio = DecodedAudio(
      sampleRate: 48_000, channelCount: 2, values: Array(Self.values.dropLast()))
    let file = try SoundFileEncoder.vorbis(audio)
    #expect(try SoundFileEncoder.vorbis(audio) == file)
    #expect(file.starts(with: Array("OggS".utf8)))
    // A decoder skips pages with a wrong checksum: with one byte changed it returns fewer frames.
    let whole = try decoded(file).values.count
    #expect(whole == audio.values.count)
    var broken = file
    broken[broken.count - 40] ^= 1
    let rest = try? decoded(broken).values.count
    #expect((rest ?? 0) < whole)
  }

  @Test("Audio that no file can contain is refused")
  func refused() {
    for (rate, channels, values) in [
      (44_100.0, 1, []), (44_100.5, 1, [0]), (0, 1, [0]), (44_100, 0, [0]), (44_100, 2, [0]),
      (.nan, 1, [0]),
    ] as [(Double, Int, [Float])] {
      #expect(throws: SampleEncodingError.notEncodable) {
        try SoundFileEncoder.vorbis(
          DecodedAudio(sampleRate: rate, channelCount: channels, values: values))
      }
    }
  }
}
