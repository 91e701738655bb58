import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("SoundFont samples")
struct SampleRuleTests {
  private let frames = (0..<200).map { Int16($0 * 100) }

  /// Returns a bank of these samples, each played by one zone.
  private func bank(
    _ samples: [SoundFontSample], version: (UInt16, UInt16) = (2, 4),
    change: (inout SoundFontChunks) -> Void = { _ in }
  ) throws -> SoundBank {
    var builder = SoundFontBuilder()
    builder.version = version
    builder.samples = samples
    builder.instruments = [.init(zones: samples.indices.map { .init(plays: UInt16($0)) })]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    var chunks = builder.chunks
    change(&chunks)
    return try chunks.read().soundBank()
  }

  private func store(_ value: UInt32, at offset: Int, sample: Int, _ chunks: inout SoundFontChunks)
  {
    for byte in 0..<4 {
      chunks["shdr"][46 * sample + offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
    }
  }

  @Test("Frames are at their addresses, and loops are relative to the first frame")
  func placement() throws {
    let bank = try bank([
      SoundFontSample(frames: frames, loop: 20..<180),
      SoundFontSample(frames: Array(frames.reversed()), loop: 1..<200, rate: 22050, root: 69),
    ])
    #expect(bank.warnings == [])
    let sample = bank.samples[1]
    #expect(sample.loop == 1..<200 && sample.sampleRate == 22050 && sample.rootKey == 69)
    #expect(sample.frameCount == 200)
    guard case .integer16(let bytes) = sample.encoding else {
      Issue.record("not 16 bits")
      return
    }
    let stored = bank.storage.bytes[bytes]
    #expect(stored.count == 400)
    #expect(
      stride(from: bytes.lowerBound, to: bytes.upperBound, by: 2).map {
        bank.storage.bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)
      } == frames.reversed())
  }

  // Proves file 24-bit: SF2.04 §6.2; exact
  @Test("sm24 extends samples to 24 bits if it has a byte per frame (§6.2)")
  func lowBytes() throws {
    let sample = SoundFontSample(frames: frames, lowBytes: frames.map { UInt8($0 % 251) })
    let good = try bank([sample, sample])
    guard case .integer24(let high, let low) = good.samples[1].encoding else {
      Issue.record("not 24 bits")
      return
    }
    #expect(high.count == 400 && low.count == 200)
    #expect(Array(good.storage.bytes[low]) == frames.map { UInt8($0 % 251) })
    #expect(good.warnings == [])
    // With an odd number of frames, the chunk may be padded by one.
    #expect(
      try bank([SoundFontSample(frames: [1, 2, 3], lowBytes: [1, 2, 3])]).samples[0].encoding
        != .missing)
    for change in [-2, -1, 1, 2, 100] {
      let bad = try bank([sample]) { chunks in
        let length = chunks["sm24"].count + change
        chunks["sm24"] = [UInt8](repeating: 0, count: length)
      }
      guard case .integer16 = bad.samples[0].encoding else {
        Issue.record("24 bits with \(change) low bytes too many")
        return
      }
      #expect(bad.warnings.count == 1)
    }
    let old = try bank([sample], version: (2, 1))
    guard case .integer16 = old.samples[0].encoding else {
      Issue.record("24 bits before version 2.04")
      return
    }
    #expect(old.warnings.count == 1)
  }

  @Test("A broken sample stays as a silent entry, and later indices are unchanged")
  func brokenSamples() throws {
    let one = SoundFontSample(frames: frames)
    for (offset, value): (Int, UInt32) in [
      (20, 500), (20, 0xFFFF_FFFF), (20, 200), (24, 0), (20, 0x8000_0000),
    ] {
      let bank = try bank([one, one]) { store(value, at: offset, sample: 0, &$0) }
      #expect(bank.samples[0].encoding == .missing && bank.samples[0].frameCount == 0)
      #expect(bank.samples[1].frameCount == 200)
      #expect(bank.warnings.count == 1)
      #expect(bank.regions(ofPresetAt: 0).map(\.sample) == [0, 1])
    }
    // A truncated sample plays the available frames: 246 are in the file, from 0.
    let cut = try bank([one]) { store(100_000, at: 24, sample: 0, &$0) }
    #expect(cut.samples[0].frameCount == 246 && cut.warnings.count == 1)
  }

  // Proves file rom: SF2.04 §7.10; silent
  @Test("ROM samples are silent, and named in a warning")
  func rom() throws {
    var sample = SoundFontSample(frames: frames, type: 0x8001)
    sample.name = "Steinway"
    let bank = try bank([sample])
    #expect(bank.samples[0].encoding == .missing)
    #expect(bank.warnings.count == 1 && bank.warnings[0].contains("‘Steinway’"))
  }

  @Test("Loops are clamped to the sample; empty ones are removed")
  func loops() throws {
    // The second sample has frames 246 to 446 of the file.
    let cases: [(start: UInt32, end: UInt32, loop: Range<Int>?, warnings: Int)] = [
      (256, 300, 10..<54, 0), (246, 446, 0..<200, 0), (0, 0, nil, 0), (300, 300, nil, 0),
      (300, 256, nil, 0), (200, 300, 0..<54, 1), (300, 1000, 54..<200, 1), (0, 100, nil, 1),
      (500, 600, nil, 1), (0, 0xFFFF_FFFF, 0..<200, 1), (0xFFFF_FFF0, 0xFFFF_FFFF, nil, 1),
    ]
    for expected in cases {
      let bank = try bank([SoundFontSample(frames: frames), SoundFontSample(frames: frames)]) {
        store(expected.start, at: 28, sample: 1, &$0)
        store(expected.end, at: 32, sample: 1, &$0)
      }
      #expect(bank.samples[1].loop == expected.loop)
      #expect(bank.warnings.count == expected.warnings)
    }
  }

  @Test("Invalid rates become 44,100 Hz; unpitched and invalid roots become key 60 (§7.10)")
  func ratesAndRoots() throws {
    for (rate, taken): (UInt32, Double) in [
      (0, 44100), (4_000_000_000, 44100), (8000, 8000), (192_000, 192_000), (44099, 44099),
    ] {
      let bank = try bank([SoundFontSample(frames: frames, rate: rate)])
      #expect(bank.samples[0].sampleRate == taken)
      #expect(bank.warnings.count == (Double(rate) == taken ? 0 : 1))
    }
    for (root, key, warnings): (UInt8, UInt8, Int) in [
      (0, 0, 0), (127, 127, 0), (128, 60, 1), (254, 60, 1), (255, 60, 0),
    ] {
      let bank = try bank([SoundFontSample(frames: frames, root: root, correction: -128)])
      #expect(bank.samples[0].rootKey == key && bank.warnings.count == warnings)
      #expect(bank.samples[0].correctionCents == -128)
    }
  }

  @Test("Stereo samples are pairs if they link to each other and differ in channel")
  func partners() throws {
    func sample(_ type: UInt16, _ link: UInt16) -> SoundFontSample {
      SoundFontSample(frames: frames, link: link, type: type)
    }
    let pair = try bank([sample(4, 1), sample(2, 0)]).samples
    #expect(pair.map(\.partner) == [1, 0] && pair.map(\.side) == [.left, .right])
    for samples in [
      [sample(4, 1), sample(4, 0)], [sample(4, 0), sample(2, 0)], [sample(1, 1), sample(1, 0)],
      [sample(4, 7), sample(2, 0)], [sample(4, 65535), sample(2, 65535)],
    ] {
      #expect(try bank(samples).samples.map(\.partner) == [nil, nil])
    }
  }

  @Test("Compressed samples are embedded files, with loops relative to their frames (SF3)")
  func compressed() throws {
    let one = Array("OggS-first".utf8)
    let two = Array("OggS-second".utf8)
    let bank = try bank(
      [SoundFontSample(compressed: one), SoundFontSample(compressed: two, loop: 1000..<9000)],
      version: (3, 0))
    guard case .compressed(let bytes) = bank.samples[1].encoding else {
      Issue.record("not compressed")
      return
    }
    #expect(Array(bank.storage.bytes[bytes]) == two)
    #expect(bank.samples[1].loop == 1000..<9000 && bank.samples[1].frameCount == nil)
    let cut = try self.bank([SoundFontSample(compressed: one)], version: (3, 0)) {
      store(11, at: 24, sample: 0, &$0)
    }
    #expect(cut.samples[0].encoding == .missing && cut.warnings.count == 1)
  }
}
