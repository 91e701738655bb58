import Foundation
import PeachAudioDecoding
import PeachInstrumentModel
import PeachSampleCodec
import TestEnvironment
import Testing

@Suite("Vorbis streams and the formulas of the specification")
struct VorbisFormulaTests {
  typealias Kind = WrittenStream.Kind

  static let kinds = [
    Kind(channelCount: 1, floors: [0], residues: [0], submaps: [0]),
    Kind(channelCount: 1, floors: [1], residues: [1], submaps: [0]),
    Kind(channelCount: 1, floors: [2], residues: [2], submaps: [0]),
    Kind(channelCount: 2, floors: [2], residues: [2], submaps: [0, 0], couplings: [(0, 1)]),
    Kind(channelCount: 2, floors: [1], residues: [0], submaps: [0, 0], couplings: [(1, 0)]),
    Kind(
      channelCount: 4, floors: [0, 2, 1], residues: [0, 1, 2], submaps: [1, 0, 2, 2],
      couplings: [(0, 1), (2, 3)]),
    Kind(
      channelCount: 3, floors: [2, 0], residues: [2, 0], submaps: [0, 1, 0],
      couplings: [(0, 2), (0, 1)]),
  ]

  /// Decodes a file, and returns the largest difference from expected frames, relative to the
  /// largest value.
  private static func difference(
    _ audio: DecodedAudio, _ frames: [[Double]]
  ) throws -> Double {
    #expect(audio.channelCount == frames.count)
    #expect(audio.values.count == frames.count * frames[0].count)
    try #require(audio.values.count == frames.count * frames[0].count)
    var (largest, difference) = (0.0, 0.0)
    for (channel, values) in frames.enumerated() {
      for (frame, expected) in values.enumerated() {
        let value = Double(audio.values[frame * frames.count + channel])
        largest = max(largest, abs(expected))
        difference = max(difference, abs(value - expected))
      }
    }
    #expect(largest > 0)
    return difference / largest
  }

  private static func decode(_ file: [UInt8]) throws -> DecodedAudio {
    try file.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: 1 << 20) }
  }

  @Test(
    "Floors, residues, codebooks, couplings and windows are those of the specification",
    arguments: kinds)
  func formulas(kind: Kind) throws {
    for seed in 0..<TestScale.cases(short: UInt64(4), full: 40) {
      let stream = WrittenStream(kind, blockCount: 24, seed: seed)
      let audio = try Self.decode(stream.file())
      #expect(audio.sampleRate == 48_000)
      // A value of a block passes 26 roundings of at most the largest value, and two blocks
      // overlap.
      #expect(try Self.difference(audio, stream.frames) < 52 * 0x1p-24, "seed \(seed)")
    }
  }

  @Test(
    "libsndfile decodes the same",
    .enabled(if: SoundFileEncoder.isAvailable, "Built without the trait SoundFile."),
    arguments: kinds)
  func library(kind: Kind) throws {
    let stream = WrittenStream(kind, blockCount: 24, seed: 1)
    let audio = try stream.file().withUnsafeBytes { try SoundFileDecoder.decode($0, 1 << 20) }
    // libvorbis computes the curves of line spectral pairs with single precision.
    #expect(try Self.difference(audio, stream.frames) < 1e-4)
  }

  @Test("Packets continue on any number of pages", arguments: [1, 2, 3, 255])
  func continuedPackets(segmentLimit: Int) throws {
    let stream = WrittenStream(Self.kinds[3], blockCount: 24, seed: 2)
    let whole = try Self.decode(stream.file())
    let audio = try Self.decode(stream.file(packetsPerPage: 1, segmentLimit: segmentLimit))
    #expect(audio.values == whole.values && !audio.values.isEmpty)
  }
}
