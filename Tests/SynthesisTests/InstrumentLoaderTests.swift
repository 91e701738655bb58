import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Synchronization
import Testing

@Suite("Samples in memory")
struct InstrumentLoaderTests {
  /// Sixteen presets of one compressed sample each; the first two share one.
  private static let bank: SoundBank = {
    let frames = [Int16](repeating: 5000, count: 100)
    var bank = TestBank.bank(
      samples: (0..<16).map { _ in (frames, nil, 8_000, 60) },
      presets: (0..<16).map { [Region(sample: $0 == 1 ? 0 : $0)] })
    for index in 0..<16 { bank.samples[index].encoding = .compressed(index..<(index + 1)) }
    return bank
  }()

  private static let frameCount = 10_000
  /// Of doubled samples.
  private static let sampleBytes = 8 * frameCount
  private static let decoder: SampleDecoder = { _, _ throws(SampleCodecError) in
    DecodedAudio(
      sampleRate: 8_000, channelCount: 1, values: [Float](repeating: 0.25, count: frameCount))
  }

  @Test("A compressed sample is decoded once, for any number of presets and loads")
  func once() throws {
    let loader = InstrumentLoader(bank: Self.bank, decoder: Self.decoder)
    let first = try loader.prepare(presetAt: 0)
    let bytes = loader.byteCount
    #expect(bytes >= Self.sampleBytes && bytes < Self.sampleBytes + 2000)
    let others = try [0, 1, 0, 1].map { try loader.prepare(presetAt: $0) }
    #expect(loader.decodedCount == 1 && loader.byteCount == bytes)
    #expect(([first] + others).allSatisfy { $0.regionCount == 1 })
  }

  @Test("Unused samples stay up to the limit, the most recently used longest")
  func unused() throws {
    let limit = 3 * Self.sampleBytes + 4000
    let loader = InstrumentLoader(
      bank: Self.bank, decoder: Self.decoder, unusedByteLimit: limit)
    for round in 0..<10 {
      for preset in 2..<16 { _ = try loader.prepare(presetAt: preset) }
      // The last prepared preset is owned while it is inspected.
      #expect(loader.byteCount <= limit + Self.sampleBytes + 1000)
      #expect(loader.decodedCount == 14 * (round + 1))
    }
    let before = loader.decodedCount
    for preset in [14, 15, 14, 15] { _ = try loader.prepare(presetAt: preset) }
    #expect(loader.decodedCount == before)
  }

  @Test("Samples in use stay regardless of the limit, and are freed with their last owner")
  func used() throws {
    let loader = InstrumentLoader(bank: Self.bank, decoder: Self.decoder, unusedByteLimit: 0)
    var held = try (2..<10).map { try loader.prepare(presetAt: $0) }
    #expect(loader.byteCount >= 8 * Self.sampleBytes)
    for preset in 2..<10 { _ = try loader.prepare(presetAt: preset) }
    #expect(loader.decodedCount == 8)
    held.removeLast(6)
    _ = try loader.prepare(presetAt: 2)
    #expect(loader.byteCount < 3 * Self.sampleBytes)
    #expect(held.count == 2)
  }

  @Test("Stored samples equal the file; their bytes are fetched first, and discarded last")
  func stored() throws {
    let told = Mutex<[(isFetched: Bool, range: Range<Int>)]>([])
    let frames = (0..<500).map { Int16($0 * 50 - 12_000) }
    var bank = TestBank.bank(
      samples: [(frames, nil, 8_000, 60), (frames, nil, 8_000, 60)],
      presets: [[Region(sample: 1)]])
    let bytes = bank.storage
    bank.storage = ByteStorage(
      bytes: bytes.bytes, prefetch: { range in told.withLock { $0.append((true, range)) } },
      forget: { range in told.withLock { $0.append((false, range)) } }, release: { _ = bytes })
    _ = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    let what = told.withLock { $0 }
    #expect(what.map(\.isFetched) == [true, false])
    #expect(what.map(\.range) == [1000..<2000, 1000..<2000])
    let read = try bank.readFrames(ofSampleAt: 1, decoder: nil, limit: 1000)
    #expect(read == frames.map { Float($0) / 32_768 })
  }
}
