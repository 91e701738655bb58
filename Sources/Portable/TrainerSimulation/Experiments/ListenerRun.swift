package import PeachEarTraining

/// The results of one simulated listener with one procedure.
package struct ListenerRun: Equatable, Sendable {
  /// The listener's threshold in cents.
  package var thresholdCents: Double
  /// The errors of the estimated log threshold after each trial or day. In runs across the
  /// keyboard, their root mean square over all keys at each checkpoint.
  package var errors: [Double] = []
  /// Whether the credible interval contained the threshold after each trial. Empty for procedures
  /// without credible intervals.
  package var isCovered: [Bool] = []
  /// Whether each response was correct.
  package var isRight: [Bool] = []
  /// The trend at the end of each day.
  package var trends: [Trend.Label] = []
  /// The listener's bias, in units of the threshold.
  package var bias = 0.0
  /// The estimated bias.
  package var estimatedBias = 0.0

  /// Simulates a listener with a single note.
  static func run<Procedure: ComparisonProcedure>(
    _ procedure: inout Procedure, on listener: SimulatedListener, trials: Int,
    random: inout RandomSource
  ) -> ListenerRun {
    let truth = listener.logThreshold
    let cents = Natural.exp(truth)
    var run = ListenerRun(thresholdCents: cents)
    let question = Question(noteNumber: 60)
    procedure.beginDay(0)
    for _ in 0..<trials {
      let direction: Direction = random.coin() ? .higher : .lower
      let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
      let heard = listener.answer(offsetCents: offset, random: &random)
      let answer = ComparisonResponse(question: question, offsetCents: offset, heard: heard)
      procedure.record(answer)
      let estimate = procedure.threshold(for: question)
      run.errors.append(estimate.logarithm - truth)
      run.isRight.append(answer.isRight)
      if let band = estimate.band { run.isCovered.append(band.contains(cents)) }
    }
    return run
  }
}
