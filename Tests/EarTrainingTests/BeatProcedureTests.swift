import Foundation
import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Thresholds in beats")
struct BeatProcedureTests {
  private func question(_ key: Double, _ semitones: Int) -> TrialQuestion {
    TrialQuestion(
      noteNumber: key, interval: MusicalInterval(semitones: semitones) ?? .unison)
  }

  /// Half a beat in 2 s are 0.25 Hz of the fifth partial of C4.
  @Test("A new listener hears half a beat, whatever cents that takes")
  func prior() {
    let procedure = BeatProcedure()
    let low = 440 * exp2(-9.0 / 12)
    for (semitones, partial) in [(4, 5.0), (7, 3), (12, 2), (-7, 2)] {
      let cents = procedure.threshold(for: question(60, semitones)).cents
      let expected = 1200 * log2(1 + 0.25 / (partial * low))
      #expect(abs(cents / expected - 1) < 0.001)
      #expect(abs(procedure.beats(for: question(60, semitones)).cents - 0.5) < 1e-9)
    }
  }

  @Test("Longer intervals and higher notes have smaller offsets in proportion, within 0.05 to 50")
  func offsets() {
    func offset(seconds: Double, key: Double) -> Double {
      var procedure = BeatProcedure()
      procedure.noteSeconds = seconds
      var random = RandomSource(seed: 4)
      return procedure.offsetCents(for: question(key, 4), direction: .higher, random: &random)
    }
    let one = offset(seconds: 1, key: 48)
    #expect(abs(one / offset(seconds: 2, key: 48) - 2) < 1e-6)
    #expect(abs(one / offset(seconds: 1, key: 60) - 2) < 1e-6)
    #expect(offset(seconds: 60, key: 108) == 0.05)
    #expect(offset(seconds: 0.05, key: 21) == 50)
  }

  @Test("Trials of other durations and pitches tell the same threshold in beats")
  func durations() throws {
    var random = RandomSource(seed: 8)
    var procedure = BeatProcedure()
    // A listener who hears 0.2 beats in an interval of any duration, and never guesses.
    for number in 0..<300 {
      let seconds = [1.0, 2, 4][number % 3]
      procedure.noteSeconds = seconds
      let question = question(Double(random.index(below: 49) + 36), [4, 7, 3][number % 3])
      let reference = FrequencyCalculation.frequency(noteNumber: question.noteNumber)
      let isHigher = random.coin()
      let offset = procedure.offsetCents(
        for: question, direction: isHigher ? .higher : .lower, random: &random)
      let pure = try #require(PureInterval(question.interval, in: .just()))
      let beats =
        pure.beatRate(reference: reference, offset: Cents(offset.magnitude)).hertz * seconds
      let heard = random.fraction() < 0.5 * erfc(-0.6745 * beats / 0.2 / 2.0.squareRoot())
      let trial = ComparisonTrial(
        answer: ComparisonResponse(
          question: question, offsetCents: offset, heard: heard == isHigher ? .higher : .lower),
        tuning: .just(), reference: TrialNote(frequency: reference, durationSeconds: seconds),
        target: TrialNote(frequency: reference), form: .purity(detuningCents: offset),
        gapSeconds: 0)
      procedure.record(trial)
    }
    let estimate = procedure.level
    // G1's error after 80 trials is 0.21; here are 300, and three intervals.
    #expect(abs(log(estimate.cents / 0.2)) < 0.3, "\(estimate)")
    let band = try #require(estimate.band)
    #expect(band.contains(0.2) && band.lowerBound > 0.1)
  }
}
