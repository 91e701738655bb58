import Foundation
import PeachServices
import SoundFontFixtures
import Testing

@Suite("Preset intonation")
struct PresetIntonationTests {
  private func intonation(
    _ samples: [SoundFontSample], _ zones: [SoundFontBuilder.Zone]
  ) throws -> PresetIntonation {
    let bytes = MistunedBank.builder(samples, presets: [zones]).chunks.file
    let bank = try InstrumentFile.read(ByteStorage(copying: bytes))
    let found = try IntonationCache(folder: nil).intonation(of: BankPreset(bank: bank, index: 0))
    return try #require(found)
  }

  @Test("Loops of whole periods are exact at any deviation; the worst sample is named")
  func exact() throws {
    let rates: [UInt32] = [44_460, 42_900, 44_000]
    let found = try intonation(
      rates.map { MistunedBank.tone(rate: $0) },
      (0..<3).map { MistunedBank.zone($0, keys: [0...39, 40...79, 80...127][Int($0)]) })
    // 1200 · log2(42,900 / 44,000) = −43.83.
    #expect(abs(found.worstCents(after: false) + MistunedBank.cents(rate: 42_900)) < 0.001)
    #expect(abs(found.worstCents(after: false) - 43.83) < 0.01)
    #expect(found.worstRemainderCents < 0.05 && found.worstVariationCents < 0.05)
    #expect(found.worstLaterCents < 0.05)
    #expect(found.notes.count == 128 && found.unpitchedCount == 0)
    #expect(found.badge == .exact)
  }

  @Test("Errors beyond the plausible range are not corrected, and the rating states them")
  func tooFar() throws {
    // Declared as A♯4 + 40 cents: the tone, 18 cents sharp, is 100 + 40 − 18 too low.
    let found = try intonation(
      [MistunedBank.tone(rate: 44_460, root: 70)], [MistunedBank.zone(0, [.init(.fineTune, -40)])]
    )
    let expected = 140 - MistunedBank.cents(rate: 44_460)
    #expect(abs(found.worstCents(after: false) - expected) < 0.01)
    #expect(abs(found.worstRemainderCents - expected) < 0.01)
    guard case .varying(let mean, let variation, let later, nil) = found.badge else {
      Issue.record("\(found.badge)")
      return
    }
    #expect(abs(mean - expected) < 0.01 && variation < 0.05 && abs(later - expected) < 0.01)
  }

  @Test("Two beating tones have the mean of both, and vary by at least half of their interval")
  func wavering() throws {
    let found = try intonation([MistunedBank.beating], [MistunedBank.zone(0)])
    let half = 600 * log2(443.0 / 440)
    guard case .varying(let mean, let variation, let later, nil) = found.badge else {
      Issue.record("\(found.badge)")
      return
    }
    // The loop's pitch is that of either tone or between them, and so is the mean.
    #expect(mean == found.worstRemainderCents && later < 2 * half + 0.01)
    #expect(variation > half)
  }

  @Test("Noise is unpitched, alone or under a tone; release regions do not count")
  func unpitched() throws {
    let alone = try intonation([MistunedBank.noise], [MistunedBank.zone(0, mode: 0)])
    #expect(alone.badge == .unpitched)
    #expect(alone.notes.isEmpty && alone.unpitchedCount == 128)
    let samples = [
      MistunedBank.noise, MistunedBank.tone(rate: 44_460), MistunedBank.tone(rate: 42_900),
    ]
    let mixed = try intonation(
      samples,
      [
        MistunedBank.zone(0, mode: 0), MistunedBank.zone(1, keys: 20...127),
        MistunedBank.zone(2, mode: 2),
      ])
    #expect(mixed.notes.map(\.key) == Array(20...127) && mixed.unpitchedCount == 20)
    #expect(mixed.badge == .exact)
    #expect(abs(mixed.worstCents(after: false) - MistunedBank.cents(rate: 44_460)) < 0.001)
  }
}
