import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import Testing

@Suite("The profile over pitch")
struct ProfileTests {
  @Test("before any trial it is the population's everywhere, wider where more adds up")
  func prior() {
    let profile = SkillProfile()
    for key in stride(from: 21.0, through: 108, by: 1) {
      let belief = profile.belief(for: TrialQuestion(noteNumber: key))
      #expect(abs(belief.mean - log(11)) < 1e-9)
      // 1.0² + 0.35² + 0.25² for the sound, a little less between knots.
      #expect(belief.variance <= 1.185 + 1e-9 && belief.variance > 1.15)
    }
    let fifth = MusicalInterval(semitones: 7) ?? .unison
    let wide = profile.belief(for: TrialQuestion(noteNumber: 60, interval: fifth))
    let narrow = profile.belief(for: TrialQuestion(noteNumber: 60))
    #expect(abs(wide.variance - narrow.variance - 0.25) < 1e-9)
  }

  @Test("one answer moves the threshold as integrating finely does, and others by their covariance")
  func oneAnswer() {
    var profile = SkillProfile()
    let here = TrialQuestion(noteNumber: 60)
    let before = profile.belief(for: here)
    profile.update(ComparisonResponse(question: here, offsetCents: 15, heard: .higher))
    let after = profile.belief(for: here)
    var (sum, first, second) = (0.0, 0.0, 0.0)
    for step in -4000...4000 {
      let deviations = Double(step) / 500
      let threshold = exp(before.mean + deviations * before.variance.squareRoot())
      for bias in stride(from: -2.5, through: 2.5, by: 0.05) {
        for (lapse, share) in zip(ListenerModel.lapses, ListenerModel.lapseWeights) {
          let z = 0.6744897501960817 * (15 / threshold - bias)
          let higher = lapse / 2 + (1 - lapse) * 0.5 * erfc(-z / 2.0.squareRoot())
          let weight = exp(-0.5 * deviations * deviations - 2 * bias * bias) * share * higher
          sum += weight
          first += weight * deviations
          second += weight * deviations * deviations
        }
      }
    }
    let mean = first / sum
    let deviation = before.variance.squareRoot()
    #expect(abs((after.mean - before.mean) / deviation - mean) < 0.01)
    #expect(abs(after.variance / before.variance - (second / sum - mean * mean)) < 0.01)
    // The covariance of two keys 24 apart is 1.0² + 0.35²·exp(−24²/2·9²) + 0.25².
    let far = profile.belief(for: TrialQuestion(noteNumber: 84))
    let covariance = 1 + 0.1225 * exp(-0.5 * 576 / 81) + 0.0625
    let expected = (after.mean - before.mean) * covariance / before.variance
    #expect(abs(far.mean - log(11) - expected) < 1e-9)
    #expect(far.variance > after.variance)
  }

  @Test("after many trials the level of all pitches is known better than that of one")
  func level() {
    var procedure = ProfileProcedure()
    let listener = SimulatedListener(thresholdCents: 8, lapse: 0.02)
    var random = RandomSource(seed: 5)
    procedure.beginDay(0)
    for _ in 0..<400 {
      let question = TrialQuestion(noteNumber: Double(36 + random.index(below: 49)))
      let direction: PitchDirection = random.coin() ? .higher : .lower
      let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
      let heard = listener.answer(offsetCents: offset, random: &random)
      procedure.record(ComparisonResponse(question: question, offsetCents: offset, heard: heard))
    }
    let level = procedure.profile.level
    for key in stride(from: 36.0, through: 84, by: 4) {
      let belief = procedure.profile.belief(for: TrialQuestion(noteNumber: key))
      #expect(level.variance < belief.variance)
    }
    // A trial tells at most 0.6 about the logarithm, as Fisher's information is counted, and at the
    // success that is aimed at about 0.35: 400 of them leave a deviation of 0.085.
    #expect(level.variance.squareRoot() < 0.12)
    #expect(abs(level.mean - log(8)) < 3 * level.variance.squareRoot())
  }

  @Test("drift widens every pitch alike; the level knows more than a pitch")
  func drift() {
    var profile = SkillProfile()
    let before = profile.belief(for: TrialQuestion(noteNumber: 47))
    let level = profile.level
    profile.drift(variance: 0.05)
    let after: GaussianBelief = profile.belief(for: TrialQuestion(noteNumber: 47))
    #expect(abs(after.variance - before.variance - 0.05) < 1e-9)
    #expect(abs(profile.level.variance - level.variance - 0.05) < 1e-9)
    #expect(level.variance < before.variance)
  }
}
