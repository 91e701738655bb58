package import PeachEarTraining

/// A listener that responds randomly by the psychometric function of ``ListenerModel``.
package struct SimulatedListener: Sendable {
  /// The natural logarithm of the threshold in cents.
  package var logThreshold: Double
  package var lapse: Double
  /// The exponent of the ratio of offset to threshold; 1 in the model.
  package var slope = 1.0
  package var bias = 0.0

  package init(thresholdCents: Double, lapse: Double) {
    logThreshold = Natural.log(thresholdCents)
    self.lapse = lapse
  }

  /// Creates a random listener of the gates: a log-uniform threshold from 2 to 60 cents, and a
  /// lapse rate from 2 to 5 %.
  package init(random: inout RandomSource) {
    logThreshold = random.between(Natural.log(2), Natural.log(60))
    lapse = random.between(0.02, 0.05)
  }

  /// Answers the next comparison of a procedure, which learns from the response. `added` is added
  /// to the log threshold.
  func answer<Procedure: ComparisonProcedure>(
    _ question: TrialQuestion, by procedure: inout Procedure, added: Double = 0,
    random: inout RandomSource
  ) -> ComparisonResponse {
    let direction: PitchDirection = random.coin() ? .higher : .lower
    let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
    let heard = answer(offsetCents: offset, added: added, random: &random)
    let answer = ComparisonResponse(question: question, offsetCents: offset, heard: heard)
    procedure.record(answer)
    return answer
  }

  /// Returns a response. `added` is added to the log threshold.
  package func answer(
    offsetCents: Double, added: Double = 0, random: inout RandomSource
  ) -> PitchDirection {
    let isLapse = random.fraction() < lapse
    let guess: PitchDirection = random.coin() ? .higher : .lower
    let chance = random.fraction()
    if isLapse { return guess }
    let logRatio = Natural.log(offsetCents.magnitude) - logThreshold - added
    let ratio = Natural.exp(slope * logRatio) * (offsetCents > 0 ? 1 : -1)
    return chance < ListenerModel.higher(ratio: ratio, bias: bias) ? .higher : .lower
  }
}
