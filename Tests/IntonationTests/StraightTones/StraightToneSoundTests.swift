import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Sound of straight tones")
struct StraightToneSoundTests {
  /// A recording and its straight tone.
  private struct Pair {
    var before: HeldSound
    var after: HeldSound
    var tone: StraightTone

    init(_ recorded: VibratoTone, smoothsLevels: Bool = false) {
      let (frames, loop) = recorded.recording()
      tone = ToneStraightener().straighten(
        [frames], loop: loop, sampleRate: recorded.sampleRate, nominal: .hertz(recorded.hertz),
        smoothsLevels: smoothsLevels)
      before = HeldSound(frames, loop: loop, sampleRate: recorded.sampleRate)
      after = HeldSound(
        tone.channels.first ?? [], loop: tone.loop, sampleRate: recorded.sampleRate)
    }
  }

  private static let pitches: [Double] = TestScale.cases(
    short: [110, 440], full: [65.4, 110, 220, 440, 880])

  @Test("Levels, peak and the seam of the loop remain", arguments: pitches)
  func sound(hertz: Double) throws {
    for recorded in [
      VibratoTone(hertz: hertz, noiseDecibels: -35), VibratoTone(hertz: hertz, turn: 0.5),
    ] {
      let pair = Pair(recorded)
      #expect(pair.tone.replacesRecording)
      let change = pair.after.largestBandChange(from: pair.before, hertz: hertz)
      #expect(change < 1.5)
      let peak = 20 * log10(pair.after.peak / pair.before.peak)
      #expect(peak < 2.5)
      let seams = try (#require(pair.before.seamDecibels), #require(pair.after.seamDecibels))
      // A click exceeds all else.
      #expect(seams.1 < max(seams.0, 0))
      print("\(hertz) Hz: bands \(change) dB, peak \(peak) dB, seam \(seams.0) to \(seams.1) dB")
    }
  }

  // Below 100 Hz, the ± 30 Hz in which partials are held leave no gap between them.
  @Test("Noise between the partials remains", arguments: [110.0, 440])
  func noise(hertz: Double) {
    let pair = Pair(VibratoTone(hertz: hertz, noiseDecibels: -25))
    let change =
      pair.after.noiseLevel(hertz: pair.tone.frequency.hertz)
      - pair.before.noiseLevel(hertz: hertz)
    print("\(hertz) Hz: noise changes by \(change) dB")
    #expect(abs(change) < 1.5)
  }

  @Test("Smooth levels: the tremolo of partials disappears", arguments: pitches)
  func smooth(hertz: Double) throws {
    let recorded = VibratoTone(hertz: hertz, noiseDecibels: -60)
    let plain = Pair(recorded)
    let smooth = Pair(recorded, smoothsLevels: true)
    let partials = min(12, Int(5_000 / hertz))
    func fluctuation(_ sound: HeldSound, _ tone: StraightTone) -> Double {
      let found = sound.fluctuations(
        hertz: tone.frequency.hertz, partials: partials, from: 0.4, to: 2)
      return (found.reduce(0) { $0 + $1 * $1 } / Double(found.count)).squareRoot()
    }
    let before = fluctuation(plain.after, plain.tone)
    let after = fluctuation(smooth.after, smooth.tone)
    // The levels of the recording are modulated by 40 %: 2.5 dB rms.
    #expect(before > 2 && after <= 0.4)
    let comb = DemodulatedComb(
      sampleRate: recorded.sampleRate, hertz: smooth.tone.frequency.hertz)
    let cents = comb.largest(of: smooth.tone.channels, loop: smooth.tone.loop)
    #expect(cents <= StraightToneTests.Bounds(low: 0.3, middle: 0.15, high: 0.1)(hertz))
    let change = smooth.after.largestBandChange(from: smooth.before, hertz: hertz)
    #expect(change < 1.5)
    let seams = try (#require(smooth.before.seamDecibels), #require(smooth.after.seamDecibels))
    #expect(seams.1 < max(seams.0, 0))
    print(
      "smooth, \(hertz) Hz: \(before) to \(after) dB, \(cents) cents, bands \(change) dB, "
        + "seam \(seams.0) to \(seams.1) dB")
  }

  @Test("Smooth levels keep the attack")
  func attack() {
    let recorded = VibratoTone(noiseDecibels: -60)
    let (plain, smooth) = (Pair(recorded), Pair(recorded, smoothsLevels: true))
    let count = Int(0.05 * recorded.sampleRate)
    let difference =
      zip(plain.after.frames, smooth.after.frames).prefix(count)
      .map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-6)
    #expect(plain.tone != smooth.tone)
  }

  @Test("Partials at half numbers are those of an octave below", arguments: [false, true])
  func halfNumbers(hasHalf: Bool) throws {
    // A drawbar of 16 feet, and one of 8 feet.
    let recorded = VibratoTone(hertz: 110, noiseDecibels: -60)
    let (low, _) = recorded.recording()
    let (high, _) = VibratoTone(hertz: 220, noiseDecibels: -60, seed: 2).recording()
    let share: Float = hasHalf ? 0.2 : 0
    let frames = zip(low, high).map { share * $0 + (1 - share) * $1 }
    let end = frames.count - 40
    // 41 periods of 220 Hz, which are no whole periods of 110 Hz.
    let loop = end - Int(41 * 44_100 / 220.0)..<end
    let tone = ToneStraightener().straighten(
      [frames], loop: loop, sampleRate: 44_100, nominal: .hertz(220))
    let own = try #require(tone.loop)
    #expect(tone.verdict == .straight)
    let periods = Double(own.count) * tone.frequency.hertz / 44_100
    #expect(abs(periods - periods.rounded()) < 1e-6)
    // With partials at half numbers, the loop has whole periods of the octave below.
    #expect((Int(periods.rounded()) % 2 == 0) == hasHalf)
    let comb = DemodulatedComb(sampleRate: 44_100, hertz: tone.frequency.hertz / 2)
    #expect(comb.largest(of: tone.channels, loop: own) < 0.3)
  }
}
