import Foundation
import PeachInstrumentModel
import PeachServices
import SoundFontFixtures
import Testing

@Suite("Retuned banks")
struct RetunedBankTests {
  /// Looped sines of 100 frames per period: r / 100 hertz at rate r; key 69 is 440 Hz.
  static func builder(rates: [UInt32]) -> SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = rates.map {
      SoundFontSample(
        frames: (0..<1000).map { Int16((16_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
        loop: 0..<1000, rate: $0, root: 69)
    }
    builder.instruments = rates.indices.map {
      .init("Sine \($0)", zones: [.init([.init(.sampleModes, 1)], plays: UInt16($0))])
    }
    builder.presets = rates.indices.map {
      .init("Sine \($0)", program: UInt16($0), zones: [.init(plays: UInt16($0))])
    }
    return builder
  }

  private func font(_ bytes: [UInt8]) throws -> SoundFont {
    try SoundFont.read(ByteStorage(copying: bytes))
  }

  @Test("Errors of 7.85, −19.75 and 0 cents are corrected when measured again")
  func retune() throws {
    let before = try RetunedBank(
      font(Self.builder(rates: [44_200, 43_501, 44_000]).chunks.file),
      intonation: IntonationCache(folder: nil))
    let errors = before.presets.map { $0.intonation.notes[60].beforeCents }
    for (error, rate) in zip(errors, [44_200.0, 43_501, 44_000]) {
      #expect(abs(error - 1200 * log2(rate / 44_000)) < 0.002)
    }
    #expect(before.sharedRegionCount == 0)
    let bytes = try before.retuning.bytes()
    let after = try RetunedBank(font(bytes), intonation: IntonationCache(folder: nil))
    for (old, new) in zip(before.presets, after.presets) {
      #expect(new.intonation.worstCents(after: false) < 0.02)
      #expect(
        abs(new.intonation.worstCents(after: false) - old.intonation.worstCents(after: true))
          < 0.002)
      #expect(new.intonation.badge == .exact)
    }
  }

  @Test("With resampling the error is at most 0.01 cents if headers leave more")
  func resample() throws {
    // Seven periods of these lengths: 440 Hz needs a rate 0.14, 0.29, 0.43 and 0.43 Hz from an
    // integer, at 0.039 cents per hertz.
    let lengths = [701, 702, 703, 711]
    var builder = Self.builder(rates: lengths.map { _ in 44_100 })
    for (index, length) in lengths.enumerated() {
      builder.samples[index].loop = 0..<length
      builder.samples[index].frames = (0..<length).map {
        Int16((16_000 * sin(2 * .pi * 7 * Double($0) / Double(length))).rounded())
      }
    }
    let read = try font(builder.chunks.file)
    let cache = IntonationCache(folder: nil)
    let plain = try RetunedBank(read, intonation: cache)
    let before = try RetunedBank(read, intonation: cache, resamples: true)
    let resampling = try #require(before.resampling)
    #expect(
      plain.resampling == nil && resampling.uncorrectedCount == 0 && resampling.plans.count == 3)
    let after = try RetunedBank(font(before.bytes()), intonation: cache)
    for (index, entry) in after.presets.enumerated() {
      let left = entry.intonation.worstCents(after: false)
      #expect(left <= 0.01, "\(lengths[index])")
      #expect(abs(left - before.presets[index].intonation.worstCents(after: true)) < 0.002)
      if resampling.plans[index] != nil {
        #expect(plain.presets[index].intonation.worstCents(after: true) > 0.01)
      }
    }
    // Nothing to resample: the file is unchanged.
    let still = try RetunedBank(
      font(Self.builder(rates: [44_000]).chunks.file), intonation: cache, resamples: true)
    #expect(try still.bytes() == still.retuning.bytes())
  }

  @Test("Only the requested presets are retuned; percussion has no vote")
  func choice() throws {
    var builder = Self.builder(rates: [44_200, 43_501])
    builder.presets.append(.init("Kit", bank: 128, zones: [.init(plays: 1)]))
    let read = try font(builder.chunks.file)
    var parts: [Double] = []
    let tuned = try RetunedBank(
      read, intonation: IntonationCache(folder: nil), isIncluded: { $0.program == 0 },
      progress: { parts.append($0) })
    #expect(tuned.presets.map(\.preset.name) == ["Sine 0"])
    #expect(tuned.retuning.changedHeaderCount == 1)
    #expect(parts == parts.sorted() && parts.last == 1)
    let all = try RetunedBank(read, intonation: IntonationCache(folder: nil))
    #expect(all.presets.count == 2 && all.sharedRegionCount == 0)
    #expect(all.presets[1].intonation.worstCents(after: true) < 0.02)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try RetunedBank(
        read, intonation: IntonationCache(folder: nil), progress: { _ in throw Stop() })
    }
  }

  @Test("Table, picker and player share one measurement")
  func once() throws {
    let folder = try RenderFolder()
    let path = folder.path("bank.sf2")
    try Data(Self.builder(rates: [44_200]).chunks.file).write(to: URL(filePath: path))
    let cache = IntonationCache(folder: folder.path("cache"))
    let chosen = BankPreset(bank: try SoundBank(contentsOf: path), index: 0)
    #expect(try cache.intonation(of: chosen, measuring: false) == nil)
    let corrections = try cache.corrections(of: chosen)
    #expect(cache.measuredSampleCount == 1)
    let tuned = try RetunedBank(
      SoundFont(contentsOf: path), intonation: cache, evaluatesAllKeys: true)
    let other = IntonationCache(folder: folder.path("cache"))
    let found = try #require(try other.intonation(of: chosen, measuring: false))
    #expect(cache.measuredSampleCount == 1 && other.measuredSampleCount == 0)
    #expect(found.notes.map(\.beforeCents) == tuned.presets[0].intonation.notes.map(\.beforeCents))
    #expect(abs(corrections[0].cents + found.notes[0].beforeCents) < 1e-9)
    #expect(found.badge == tuned.presets[0].intonation.badge)
  }

  @Test("An unreadable audio file is named, with the reason")
  func audioFiles() throws {
    let folder = try RenderFolder()
    let path = folder.path("note.wav")
    try Data("no sound".utf8).write(to: URL(filePath: path))
    #expect(throws: AudioFileError.self) { try DecodedAudio(contentsOf: path) }
    #expect(throws: FileAccessError.self) { try DecodedAudio(contentsOf: folder.path("none.wav")) }
  }
}
