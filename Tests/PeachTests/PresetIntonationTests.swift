import Foundation
import Peach
import SoundFontFixtures
import Testing

@Suite("What a picker shows about a preset's tuning (I6)")
struct PresetIntonationTests {
  private func intonation(
    _ samples: [SoundFontSample], _ zones: [SoundFontBuilder.Zone]
  ) throws -> PresetIntonation {
    let bytes = OutOfTuneBank.builder(samples, presets: [zones]).chunks.file
    let bank = try InstrumentFile.read(ByteStorage(copying: bytes))
    let found = try IntonationCache(folder: nil).intonation(of: BankPreset(bank: bank, index: 0))
    return try #require(found)
  }

  @Test("loops of whole periods are exact, however far off; the worst recording is named")
  func exact() throws {
    let rates: [UInt32] = [44_460, 42_900, 44_000]
    let found = try intonation(
      rates.map { OutOfTuneBank.tone(rate: $0) }, (0..<3).map { OutOfTuneBank.zone($0) })
    // 1200 · log2(42,900 / 44,000) = −43.83.
    #expect(abs(found.worstErrorCents + OutOfTuneBank.cents(rate: 42_900)) < 0.001)
    #expect(abs(found.worstErrorCents - 43.83) < 0.01)
    #expect(found.worstRemainderCents < 0.05 && found.worstSpreadCents < 0.05)
    #expect(found.pitchedCount == 3 && found.unpitchedCount == 0)
    #expect(found.badge == .exact && "\(found.badge)" == "exact")
  }

  @Test("what is further off than recordings are is left, and the badge says how far")
  func tooFar() throws {
    // Said to be A♯4 + 40 cents: the tone, 18 cents sharp, is 100 + 40 − 18 too low.
    let found = try intonation(
      [OutOfTuneBank.tone(rate: 44_460, root: 70)], [OutOfTuneBank.zone(0, [.init(.fineTune, -40)])]
    )
    let expected = 140 - OutOfTuneBank.cents(rate: 44_460)
    #expect(abs(found.worstErrorCents - expected) < 0.01)
    #expect(abs(found.worstRemainderCents - expected) < 0.01)
    guard case .within(let cents) = found.badge else {
      Issue.record("\(found.badge)")
      return
    }
    #expect(abs(cents - expected) < 0.01)
    #expect("\(found.badge)" == "within 122.0 cents")
  }

  @Test("two tones that beat waver by half of what lies between them")
  func wavering() throws {
    let found = try intonation([OutOfTuneBank.beating], [OutOfTuneBank.zone(0)])
    let half = 600 * log2(443.0 / 440)
    #expect(abs(found.worstErrorCents - 1200 * log2(441.5 / 440)) < 0.05)
    guard case .wavering(let cents, let within) = found.badge else {
      Issue.record("\(found.badge)")
      return
    }
    #expect(abs(cents - half) < 0.1)
    #expect(within == found.worstRemainderCents)
    #expect("\(found.badge)".hasPrefix("wavers by 5.9 cents"))
  }

  @Test("noise has no pitch; beside a tone it does not count, nor does what follows a release")
  func unpitched() throws {
    let alone = try intonation([OutOfTuneBank.noise], [OutOfTuneBank.zone(0, mode: 0)])
    #expect(alone.badge == .unpitched && "\(alone.badge)" == "no pitch")
    #expect(alone.pitchedCount == 0 && alone.unpitchedCount == 1)
    let samples = [
      OutOfTuneBank.noise, OutOfTuneBank.tone(rate: 44_460), OutOfTuneBank.tone(rate: 42_900),
    ]
    let mixed = try intonation(
      samples,
      [OutOfTuneBank.zone(0, mode: 0), OutOfTuneBank.zone(1), OutOfTuneBank.zone(2, mode: 2)])
    #expect(mixed.pitchedCount == 1 && mixed.unpitchedCount == 1 && mixed.badge == .exact)
    #expect(abs(mixed.worstErrorCents - OutOfTuneBank.cents(rate: 44_460)) < 0.001)
  }

  @Test("badges in words")
  func words() {
    #expect("\(PresetIntonation.Badge.within(cents: 3.14))" == "within 3.1 cents")
    let wavering = PresetIntonation.Badge.wavering(cents: 12, within: 0.5)
    #expect("\(wavering)" == "wavers by 12.0 cents")
    let both = PresetIntonation.Badge.wavering(cents: 12, within: 2.26)
    #expect("\(both)" == "wavers by 12.0 cents, within 2.3 cents")
  }
}
