import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("On-demand sample loading in songs")
struct UsedKeysTests {
  private static let boundaries: [UInt8] = [0, 32, 48, 56, 64, 72, 80, 96, 128]

  /// Four presets, each of eight ranges of keys in two layers, each with a recording of its own;
  /// the last one's ranges overlap.
  private static let bank: SoundBank = {
    var samples: [(frames: [Int16], loop: Range<Int>?, rate: Double, root: UInt8)] = []
    var presets: [[Region]] = []
    for preset in 0..<4 {
      var regions: [Region] = []
      for range in 0..<8 {
        for layer in 0..<2 {
          let top = preset == 3 ? 127 : boundaries[range + 1] - 1
          var region = Region(
            keys: boundaries[range]...top, velocities: layer == 0 ? 0...70 : 71...127,
            sample: samples.count)
          region.generators[.sampleModes] = preset == 1 ? 0 : 1
          region.generators[.volumeEnvelopeRelease] = -3600
          regions.append(region)
          let period = Double(20 + samples.count)
          samples.append(
            (
              TestBank.frames(period: period, count: Int(period) * 20, partials: [0.3]),
              0..<(Int(period) * 20), 22_050, 60
            ))
        }
      }
      presets.append(regions)
    }
    return TestBank.bank(samples: samples, presets: presets)
  }()

  /// Notes, programs, pedals, modes of playing, velocity responses, and notes within escapes.
  private static func song(seed: UInt64) throws -> MIDIFile {
    var random = RandomNumbers(seed: seed)
    var events: [(tick: Int, bytes: [UInt8])] = []
    var tick = 0
    // A section of the keyboard, so that some samples are unused.
    let lowest = random.whole(20...90)
    for _ in 0..<150 {
      tick += random.whole(0...25)
      let channel = UInt8(random.whole(0...2))
      let key = UInt8(lowest + random.whole(0...20))
      switch random.whole(0...12) {
      case 0: events.append((tick, [0xC0 | channel, UInt8(random.whole(0...4))]))
      case 1:
        let mode = random.pick([126, 127, 68, 84, 65, 64, 5] as [UInt8])
        events.append((tick, [0xB0 | channel, mode, random.chance(0.5) ? 127 : key]))
      case 2:
        // Velocity sense depth and offset of a part (GS, 40 1n 1A and 1B).
        let body: [UInt8] = [
          0x40, 0x11 + channel, 0x1A + UInt8(random.whole(0...1)), random.sevenBits(),
        ]
        let sum = body.reduce(0) { ($0 + Int($1)) & 127 }
        events.append(
          (
            tick,
            [0xF0, 10, 0x41, 0x10, 0x42, 0x12] + body + [UInt8((128 - sum) & 127), 0xF7]
          ))
      case 3 where seed % 5 == 0:
        events.append((tick, [0xF7, 3, 0x90 | channel, key, 100]))
      case 4...8: events.append((tick, [0x90 | channel, key, UInt8(random.whole(1...127))]))
      default: events.append((tick, [0x80 | channel, key, 64]))
      }
    }
    return try Song.file(end: tick + 100, events)
  }

  private static func audio(_ song: consuming SongRenderer) -> [Float] {
    var audio = [Float](repeating: 0, count: 2 * 512)
    var all: [Float] = []
    while audio.withUnsafeMutableBufferPointer({ audio in
      guard let start = audio.baseAddress else { return false }
      return song.render(left: start, right: start + 512, count: 512)
    }) { all += audio }
    return all
  }

  static let seeds = TestScale.cases(short: UInt64(0)..<12, full: UInt64(0)..<400)

  @Test("Output is bit-identical to that with all samples in memory")
  func sameBits() throws {
    let configuration = SynthesizerConfiguration(sampleRate: 8_000, maximumVoices: 16)
    var (all, reached) = (0, 0)
    for seed in Self.seeds {
      let file = try Self.song(seed: seed)
      let loader = InstrumentLoader(bank: Self.bank)
      let whole = try SongRenderer(file, bank: Self.bank, configuration: configuration) {
        preset, _ throws(SampleCodecError) in
        let prepared = try loader.prepare(presetAt: preset)
        all += prepared.regionCount
        return prepared
      }
      let part = try SongRenderer(file, bank: Self.bank, configuration: configuration) {
        preset, usedKeys throws(SampleCodecError) in
        let prepared = try loader.prepare(presetAt: preset, usedKeys: usedKeys)
        reached += prepared.regionCount
        return prepared
      }
      let onDemand = InstrumentLoader(
        readingOnDemand: Self.bank, decoder: nil, interpolation: .doubled)
      let loaded = try SongRenderer(file, bank: Self.bank, configuration: configuration) {
        preset, usedKeys throws(SampleCodecError) in
        try onDemand.prepare(presetAt: preset, usedKeys: usedKeys)
      }
      let expected = Self.audio(whole)
      #expect(expected.contains { $0 != 0 })
      #expect(Self.audio(part) == expected, "seed \(seed)")
      #expect(Self.audio(loaded) == expected, "seed \(seed), on demand")
    }
    // The test is effective: much is not loaded.
    #expect(reached < all * 9 / 10, "\(reached) of \(all) regions")
  }

  @Test("Samples are in memory from the first note that uses them until the last has ended")
  func onDemand() throws {
    let frames = [Int16](repeating: 9000, count: 4000)
    let regions = [UInt8(0)...59, 60...79, 80...99, 100...127].enumerated().map { sample, keys in
      var region = Region(keys: keys, sample: sample)
      region.generators[.sampleModes] = 1
      region.generators[.volumeEnvelopeRelease] = -12_000
      return region
    }
    let bank = TestBank.bank(
      samples: (0..<4).map { _ in (frames, 0..<4000, 8_000, 50) }, presets: [regions])
    // A tick is a millisecond, and key 70 is held while others come and go.
    let file = try Song.file(
      end: 2500,
      [
        (0, [0x90, 50, 100]), (400, [0x80, 50, 0]), (500, [0x90, 50, 100]), (500, [0x90, 70, 100]),
        (900, [0x80, 50, 0]), (1500, [0x90, 90, 100]), (1600, [0x80, 90, 0]),
        (1900, [0x80, 70, 0]), (2000, [0x90, 110, 100]),
      ])
    let loader = InstrumentLoader(readingOnDemand: bank, decoder: nil, interpolation: .doubled)
    let configuration = SynthesizerConfiguration(sampleRate: 8_000, limiter: false)
    var song = try SongRenderer(file, bank: bank, configuration: configuration) {
      preset, usedKeys throws(SampleCodecError) in
      try loader.prepare(presetAt: preset, usedKeys: usedKeys)
    }
    var counts: [Int] = []
    let audio = UnsafeMutablePointer<Float>.allocate(capacity: 8000)
    defer { audio.deallocate() }
    while song.render(left: audio, right: audio + 4000, count: 4000), counts.count < 5 {
      counts.append(song.onDemandByteCount / (8 * 4000))
    }
    #expect(counts == [1, 2, 2, 2, 1])
  }

  @Test("Unused samples are not decoded")
  func notDecoded() throws {
    var low = Region(keys: 0...59, sample: 0)
    low.generators[.sampleModes] = 0
    let high = Region(keys: 60...127, sample: 1)
    let loud = Region(keys: 0...59, velocities: 101...127, sample: 1)
    var bank = TestBank.bank(
      samples: [
        ([Int16](repeating: 9000, count: 400), nil, 8_000, 50),
        ([Int16](repeating: 9000, count: 400), nil, 8_000, 50),
      ], presets: [[low, high, loud]])
    bank.samples[1].encoding = .compressed(0..<4)
    let decoder: SampleDecoder = { _, _ throws(SampleCodecError) in throw .undecodable(code: 7) }
    func renderer(key: UInt8, velocity: UInt8) throws -> SongRenderer {
      let file = try Song.file(end: 100, [(0, [0x90, key, velocity])])
      return try SongRenderer(
        file, bank: bank, decoder: decoder,
        configuration: SynthesizerConfiguration(sampleRate: 8_000))
    }
    func warnings(key: UInt8, velocity: UInt8) throws -> [String] {
      try renderer(key: key, velocity: velocity).missingSamples
    }
    #expect(Self.audio(try renderer(key: 59, velocity: 100)).contains { $0 != 0 })
    #expect(try warnings(key: 59, velocity: 100) == [])
    // One damaged sample silences its own regions, and does not end the song.
    #expect(Self.audio(try renderer(key: 60, velocity: 1)).allSatisfy { $0 == 0 })
    let sentence = "of keys 60–127 is silent: it is damaged and cannot be decoded (error 7)."
    let found = try warnings(key: 60, velocity: 1)
    #expect(found.count == 1 && found[0].hasSuffix(sentence))
    #expect(try warnings(key: 59, velocity: 101).first?.contains("keys 0–59") == true)
    #expect(throws: SampleCodecError.noDecoder) {
      _ = try SongRenderer(
        Song.file(end: 100, [(0, [0x90, 60, 1])]), bank: bank, decoder: nil,
        configuration: SynthesizerConfiguration(sampleRate: 8_000))
    }
  }
}
