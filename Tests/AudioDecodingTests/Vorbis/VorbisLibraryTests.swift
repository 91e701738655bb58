import Foundation
import PeachAudioDecoding
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSampleCodec
import TestEnvironment
import Testing

@Suite(
  "Vorbis and libsndfile",
  .enabled(if: SoundFileEncoder.isAvailable, "Built without the trait SoundFile."))
struct VorbisLibraryTests {
  private static let bankPath = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"

  /// The largest difference of two decoders: a value passes at most 26 roundings to 24 bits in
  /// each, which are those of a transform of 2,048 values, its windows and floors. −110 dBFS.
  private static let bound: Float = 52 * 0x1p-24

  /// Compares a file's frames with libsndfile's. Returns the largest difference.
  private static func difference(_ file: UnsafeRawBufferPointer) throws -> Float {
    let expected = try SoundFileDecoder.decode(file, 1 << 24)
    let audio = try VorbisDecoder.decode(file, frameLimit: 1 << 24)
    #expect(audio.sampleRate == expected.sampleRate)
    #expect(audio.channelCount == expected.channelCount)
    try #require(audio.values.count == expected.values.count)
    var (difference, peak): (Float, Float) = (0, 1)
    for (value, other) in zip(audio.values, expected.values) {
      difference = max(difference, abs(value - other))
      peak = max(peak, abs(other))
    }
    return difference / peak
  }

  @Test(
    "Samples of a bank have libsndfile's frames within −110 dBFS",
    .enabled(if: TestFiles.exists(bankPath), "Requires FluidR3Mono_GM.sf3."))
  func bank() throws {
    let contents = try SoundFont.read(try TestFiles.map(Self.bankPath)).contents()
    let recordings = contents.samples.compactMap { sample -> StoredBytes? in
      if case .compressed(let file) = sample.recording { file } else { nil }
    }
    #expect(recordings.count > 1_000)
    var random = RandomNumbers(seed: 1)
    let tested = TestScale.cases(
      short: (0..<40).map { _ in random.pick(recordings) }, full: recordings)
    for recording in tested {
      let difference = try Self.difference(recording.bytes)
      #expect(difference < Self.bound, "\(recording.range)")
    }
  }

  /// A chord that decays, a click and noise, different in each channel.
  private static func sound(_ frameCount: Int, channels: Int, rate: Double) -> DecodedAudio {
    var random = RandomNumbers(seed: UInt64(frameCount))
    var values: [Float] = []
    for frame in 0..<frameCount {
      let common = sin(Double(frame) * 0.03) + sin(Double(frame) * 0.0373)
      for channel in 0..<channels {
        let decay = 0.3 * exp(-Double(frame) / (3_000 + 2_000 * Double(channel)))
        let noise = frame % 9_000 > 6_000 ? random.between(-0.2, 0.2) : 0
        let click = frame % 4_000 == 1_500 + 300 * channel ? 0.4 : 0
        values.append(Float(decay * common + noise + click))
      }
    }
    return DecodedAudio(sampleRate: rate, channelCount: channels, values: values)
  }

  @Test(
    "Encoded files have libsndfile's frames, at any quality",
    arguments: [0, 0.3, 0.5, 0.8, 1], [1, 2, 6])
  func qualities(quality: Double, channels: Int) throws {
    let audio = Self.sound(20_000, channels: channels, rate: 44_100)
    let file = try SoundFileEncoder.vorbis(audio, quality: quality)
    #expect(try file.withUnsafeBytes { try Self.difference($0) } < Self.bound)
    let decoded = try file.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: 1 << 20) }
    #expect(decoded.values.count == audio.values.count)
  }

  @Test(
    "Encoded files have libsndfile's frames, at any rate",
    arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 48_000, 88_200, 96_000])
  func rates(rate: Double) throws {
    for channels in [1, 2] {
      let audio = Self.sound(30_000, channels: channels, rate: rate)
      let file = try SoundFileEncoder.vorbis(audio)
      #expect(try file.withUnsafeBytes { try Self.difference($0) } < Self.bound)
    }
  }

  @Test(
    "Short files have their frames", arguments: [1, 2, 3, 63, 64, 65, 500, 1_023, 1_025, 3_000])
  func short(frameCount: Int) throws {
    let file = try SoundFileEncoder.vorbis(Self.sound(frameCount, channels: 1, rate: 44_100))
    let audio = try file.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: frameCount) }
    #expect(audio.values.count == frameCount)
    #expect(try file.withUnsafeBytes { try Self.difference($0) } < Self.bound)
  }

  @Test("A changed or missing byte of an encoded file is an error or loses frames")
  func damaged() throws {
    let file = try SoundFileEncoder.vorbis(Self.sound(9_000, channels: 2, rate: 44_100))
    var random = RandomNumbers(seed: 2)
    for index in stride(from: 0, to: file.count, by: TestScale.cases(short: 11, full: 1)) {
      var changed = file
      changed[index] ^= UInt8(random.whole(1...255))
      for damaged in [changed, Array(file[..<index]), Array(file[index...])] {
        do {
          let audio = try damaged.withUnsafeBytes {
            try VorbisDecoder.decode($0, frameLimit: 9_000)
          }
          #expect(audio.values.count <= 18_000 && audio.values.allSatisfy { $0.isFinite })
        } catch { #expect(error is SampleCodecError) }
      }
    }
  }
}
