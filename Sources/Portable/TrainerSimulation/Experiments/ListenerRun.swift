public import PeachEarTraining

/// What one simulated listener's trials with one procedure gave.
public struct ListenerRun: Equatable, Sendable {
  /// The listener's threshold in cents.
  public var thresholdCents: Double
  /// After each trial, or at the end of each day, the estimated less the true logarithm of the
  /// threshold; for runs over the keyboard, the root mean square over all keys at each checkpoint.
  public var errors: [Double] = []
  /// After each trial, whether the band held the truth; empty for procedures without.
  public var isCovered: [Bool] = []
  /// Which answers were right.
  public var isRight: [Bool] = []
  /// For runs over days, what was said about the trend at the end of each.
  public var trends: [Trend.Label] = []
  /// The listener's bias, in units of the threshold.
  public var bias = 0.0
  /// What it was estimated to be.
  public var estimatedBias = 0.0

  /// Runs `procedure` on a listener, always with the same note.
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
