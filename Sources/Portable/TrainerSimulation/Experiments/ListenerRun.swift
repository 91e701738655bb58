package import PeachEarTraining

package struct ListenerRun: Equatable, Sendable {
  package var thresholdCents: Double
  /// The errors of the estimated log threshold after each trial or day. In runs across the
  /// keyboard, their root mean square over all keys at each checkpoint.
  package var errors: [Double] = []
  /// Whether the credible interval contained the threshold after each trial. Empty for procedures
  /// without credible intervals.
  package var isCovered: [Bool] = []
  package var isRight: [Bool] = []
  package var trends: [Trend.Label] = []
  /// The listener's bias, in units of the threshold.
  package var bias = 0.0
  package var estimatedBias = 0.0

  static func run<Procedure: ComparisonProcedure>(
    _ procedure: inout Procedure, trials: Int, _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    let cents = Natural.exp(listener.logThreshold)
    var run = ListenerRun(thresholdCents: cents)
    let question = TrialQuestion(noteNumber: 60)
    procedure.beginDay(0)
    for _ in 0..<trials {
      let answer = listener.answer(question, by: &procedure, random: &random)
      let estimate = procedure.threshold(for: question)
      run.errors.append(estimate.logarithm - listener.logThreshold)
      run.isRight.append(answer.isRight)
      if let band = estimate.band { run.isCovered.append(band.contains(cents)) }
    }
    return run
  }
}
