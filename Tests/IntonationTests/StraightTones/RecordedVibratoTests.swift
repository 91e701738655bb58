import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Extent and rate of recorded vibrato")
struct RecordedVibratoTests {
  private func vibrato(_ tone: VibratoTone, isClassifiedOnly: Bool = true) -> RecordedVibrato? {
    let (frames, loop) = tone.recording()
    let straightener = ToneStraightener()
    let nominal = Frequency.hertz(tone.hertz)
    let found =
      isClassifiedOnly
      ? straightener.classify(
        [frames], loop: loop, sampleRate: tone.sampleRate, nominal: nominal)
      : straightener.straighten(
        [frames], loop: loop, sampleRate: tone.sampleRate, nominal: nominal)
    #expect(found.isClassifiedOnly == isClassifiedOnly)
    return found.recordedVibrato
  }

  @Test(
    "Extent within 5 %, rate within 0.1 Hz, in spite of scoop, drift and noise",
    arguments: [(110, 40, 4.5), (220, 15, 5.2), (440, 5, 6.5), (880, 25, 5.8)])
  func measured(hertz: Double, extent: Double, rate: Double) throws {
    let tone = VibratoTone(
      hertz: hertz, vibrato: extent, vibratoHertz: rate, noiseDecibels: -35)
    let found = try #require(vibrato(tone))
    print("±\(extent) at \(rate) Hz: ±\(found.extentCents) at \(found.hertz) Hz")
    #expect(abs(Double(found.extentCents) / extent - 1) < 0.05)
    #expect(abs(Double(found.hertz) - rate) < 0.1)
  }

  @Test("Straightening a recording states the same vibrato as classifying it")
  func same() throws {
    let tone = VibratoTone(hertz: 330)
    let found = vibrato(tone)
    #expect(found != nil && found == vibrato(tone, isClassifiedOnly: false))
  }

  @Test("Drift, scoop and noise alone are no vibrato, and neither is a deviation below 1 cent")
  func none() {
    #expect(vibrato(VibratoTone(vibrato: 0, noiseDecibels: -35)) == nil)
    #expect(vibrato(VibratoTone(vibrato: 0.5, scoop: 0, drift: 0)) == nil)
    #expect(vibrato(VibratoTone(seconds: 0.5)) == nil)
  }
}
