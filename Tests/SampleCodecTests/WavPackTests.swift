import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSampleCodec
import SoundFontFixtures
import TestEnvironment
import Testing

import struct SoundMeasurement.WaveFile

/// Files that the program `wavpack` compresses have the samples of the WAV file, bit for bit.
@Suite(
  "WavPack files",
  .enabled(if: SoundFileDecoder.decodesWavPack, "Built without the trait WavPack."))
struct WavPackTests {
  static let hasProgram = OtherProgram.succeeds(["wavpack", "--version"])

  /// The samples of a WAV file.
  struct Contents: Sendable, CustomTestStringConvertible {
    var tag = 1
    var bits: Int
    var channels: Int
    /// Compresses in another mode than the default.
    var options: [String] = []
    var frameCount = 30_000

    var testDescription: String { "\(tag == 3 ? "float" : "\(bits) bits"), \(channels) \(options)" }

    /// The value of each sample: a sine with a little noise, and the extremes.
    var values: [Int] {
      let highest = 1 << (bits - 1)
      var noise: UInt64 = 1
      return (0..<frameCount * channels).map { index in
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if index % 997 == 0 { return index % 2 == 0 ? highest - 1 : -highest }
        let sine = sin(Double(index / channels) * 0.05 + Double(index % channels))
        let dither = Int(noise >> 60) - 8
        return min(max(Int(sine * 0.7 * Double(highest)) + dither, -highest), highest - 1)
      }
    }

    /// The samples as decoders return them.
    var samples: [Float] {
      if tag == 3 { return values.map { Float($0) / Float(1 << (bits - 1)) } }
      return values.map { Float(Double($0) / Double(1 << (bits - 1))) }
    }

    var file: WaveFile {
      let data: [UInt8]
      if tag == 3 {
        data = samples.flatMap { WaveFile.little(Int($0.bitPattern), 4) }
      } else {
        // 8 bits are unsigned.
        data = values.flatMap { WaveFile.little(bits == 8 ? $0 + 128 : $0, bits / 8) }
      }
      return WaveFile(tag: tag, channels: channels, bits: bits, rate: 48_000, data: data)
    }
  }

  /// Returns the bytes that a program of WavPack makes of a file.
  private func convert(
    _ bytes: [UInt8], from ending: String, to result: String, _ command: [String]
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wavpack-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "a.\(ending)"))
    let paths = [folder.path + "/a.\(ending)", "-o", folder.path + "/b.\(result)"]
    try OtherProgram.output(command + ["-q", "-y"] + paths)
    return [UInt8](try Data(contentsOf: folder.appending(path: "b.\(result)")))
  }

  private func packed(_ wave: [UInt8], _ options: [String] = []) throws -> [UInt8] {
    try convert(wave, from: "wav", to: "wv", ["wavpack"] + options)
  }

  private func decode(
    _ bytes: [UInt8], limit: Int = 1 << 22
  ) throws(SampleCodecError) -> DecodedAudio {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(SampleCodecError) in try SoundFileDecoder.decode(bytes, limit) }
    }.get()
  }

  // Proves wavpack samples: the program wavpack 5.6; bit for bit
  @Test(
    "All sample formats, channels and modes have the samples of the WAV file",
    .enabled(if: hasProgram, "Requires wavpack."),
    arguments: [
      Contents(bits: 8, channels: 1), Contents(bits: 8, channels: 2),
      Contents(bits: 16, channels: 1), Contents(bits: 16, channels: 2),
      Contents(bits: 24, channels: 1), Contents(bits: 24, channels: 2),
      Contents(bits: 32, channels: 1), Contents(bits: 32, channels: 2),
      Contents(tag: 3, bits: 32, channels: 1), Contents(tag: 3, bits: 32, channels: 2),
      Contents(bits: 16, channels: 6),
      Contents(bits: 16, channels: 2, options: ["-f"]),
      Contents(bits: 24, channels: 2, options: ["-hh", "-x3"]),
      Contents(tag: 3, bits: 32, channels: 1, options: ["-h", "-m"]),
      Contents(bits: 16, channels: 1, options: ["--blocksize=500"]),
    ])
  func lossless(contents: Contents) throws {
    let file = try packed(contents.file.bytes, contents.options)
    let audio = try decode(file)
    #expect(audio.sampleRate == 48_000 && audio.channelCount == contents.channels)
    #expect(audio.values.map(\.bitPattern) == contents.samples.map(\.bitPattern))
    let information = try #require(file.withUnsafeBytes { AudioFileInformation($0) })
    #expect(information.sampleRate == 48_000)
    #expect(information.channelCount == contents.channels)
    #expect(information.frameCount == contents.frameCount && information.missingByteCount == 0)
  }

  // Proves wavpack hybrid: the program wvunpack 5.6; bit for bit
  @Test("Hybrid files have the samples of wvunpack", .enabled(if: hasProgram, "Requires wavpack."))
  func hybrid() throws {
    let contents = Contents(bits: 16, channels: 2)
    let file = try packed(contents.file.bytes, ["-b4"])
    let audio = try decode(file)
    let expected = try convert(file, from: "wv", to: "wav", ["wvunpack"])
    let information = try #require(expected.withUnsafeBytes { AudioFileInformation($0) })
    let layout = try #require(information.pcmLayout)
    for channel in 0..<2 {
      let values = expected.withUnsafeBytes { layout.read(0..<Int.max, channel: channel, of: $0) }
      #expect(values.count == contents.frameCount)
      #expect(values == audio.channel(channel, frames: 0..<Int.max))
    }
    #expect(audio.values != contents.samples)
  }

  @Test("Fixtures without checksums are read as their WAV files were made")
  func fixtures() throws {
    let mono = (0..<200).map { Float($0 % 50 * 400) / 32_768 }
    let stereo = (0..<400).map { (index: Int) -> Float in
      Float(index / 2 % 50) * (index % 2 == 0 ? 400 : -300) / 32_768
    }
    #expect(try decode(WavPackFixture.mono).values == mono)
    #expect(try decode(WavPackFixture.high).values == stereo)
    #expect(try decode(WavPackFixture.channels).channelCount == 4)
    #expect(try decode(WavPackFixture.float).values.count == 100)
    #expect(try decode(WavPackFixture.silence(blockCount: 3, frames: 2048)).values.count == 6144)
  }

  @Test("A long silence of few bytes is bounded, whatever length its headers declare")
  func bounded() {
    let file = WavPackFixture.silence(blockCount: 10)
    for declared in [nil, 220_500, 1 << 30] {
      let file = WavPackFixture.silence(blockCount: 10, declared: declared)
      #expect(throws: SampleCodecError.self) { try decode(file, limit: 200_000) }
    }
    #expect((try? decode(file, limit: 220_500))?.values.count == 220_500)
    #expect(throws: SampleCodecError.tooLong(frames: 1 << 30, limit: 1 << 22)) {
      try decode(WavPackFixture.silence(blockCount: 10, declared: 1 << 30))
    }
  }

  @Test("Files cut off at any byte are an error, or shorter with a warning")
  func truncated() throws {
    let files = WavPackFixture.files + [WavPackFixture.silence(blockCount: 4, declared: 88_200)]
    for file in files {
      let whole = try decode(file).values
      for count in 0..<file.count {
        let cut = Array(file[..<count])
        let information = cut.withUnsafeBytes { AudioFileInformation($0) }
        guard let values = (try? decode(cut))?.values else { continue }
        #expect(values.count <= whole.count && values.elementsEqual(whole[..<values.count]))
        if values.count < whole.count {
          #expect(try #require(information).missingByteCount > 0, "\(count)")
        }
      }
    }
  }

  @Test(
    "Changed bytes are an error, change no sample, or leave silence with a warning",
    .enabled(if: hasProgram, "Requires wavpack."))
  func changed() throws {
    let contents = Contents(bits: 16, channels: 1, frameCount: 3000)
    let file = try packed(contents.file.bytes, ["--blocksize=500"])
    let whole = contents.samples
    var generator: UInt64 = 1
    var errorCount = 0
    for index in 0..<TestScale.cases(short: 500, full: 20_000) {
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var changed = file
      let offset = index < 200 ? index : Int(generator >> 33) % file.count
      changed[offset] ^= UInt8(1 + generator >> 20 & 0x7F)
      do {
        let values = try decode(changed).values
        if values == whole { continue }
        let information = changed.withUnsafeBytes { AudioFileInformation($0) }
        #expect(information.map { $0.missingByteCount > 0 } ?? true, "byte \(offset)")
      } catch {
        errorCount += 1
      }
    }
    #expect(errorCount > 100)
  }

  @Test("What is no WavPack file is an error", arguments: [0, 4, 31, 60])
  func garbage(count: Int) {
    let bytes = Array("wvpk".utf8) + [UInt8](repeating: 7, count: count)
    #expect(throws: SampleCodecError.self) { try decode(bytes) }
  }
}

@Suite("WavPack files in builds without the library")
struct WavPackTraitTests {
  @Test("Builds without libwavpack report that they have no decoder")
  func noDecoder() {
    if SoundFileDecoder.decodesWavPack { return }
    #expect(throws: SampleCodecError.noWavPackDecoder) {
      try WavPackFixture.mono.withUnsafeBytes { try SoundFileDecoder.decode($0, 1 << 20) }
    }
  }
}
