/// The Kazez rule (Kazez et al. 2001): the offset p changes to p·(1 − 0.05·√p) after a correct
/// response and to p·(1 + 0.09·√p) after a wrong one. It has no estimator. ``threshold(for:)`` is
/// the mean offset of the correct trials, as in other programs with this rule.
public struct KazezProcedure: ComparisonProcedure {
  /// The magnitude of the next offset in cents.
  public private(set) var magnitudeCents: Double
  private var sum = 0.0
  private var count = 0

  /// Creates a procedure that starts with an offset.
  public init(startCents: Double = 100) { magnitudeCents = startCents }

  /// Returns the offset of the next target in cents.
  public mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double { direction.sign * magnitudeCents }

  /// Learns from a response.
  public mutating func record(_ answer: ComparisonResponse) {
    let played = answer.offsetCents.magnitude
    if answer.isRight {
      sum += played
      count += 1
    }
    let root = played.squareRoot()
    let next = played * (answer.isRight ? 1 - 0.05 * root : 1 + 0.09 * root)
    let range = ListenerModel.offsets
    magnitudeCents = min(max(next, range.lowerBound), range.upperBound)
  }

  /// Returns the estimated threshold for a question.
  public func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    ThresholdEstimate(logarithm: Natural.log(count > 0 ? sum / Double(count) : magnitudeCents))
  }
}
