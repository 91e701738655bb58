/// Kazez's rule (Kazez et al. 2001): from p to p·(1 − 0.05·√p) when right, p·(1 + 0.09·√p) when wrong.
///
/// It has no estimate of its own; ``threshold(for:)`` is the mean offset of the trials answered
/// rightly, as programs with this rule show it.
public struct KazezProcedure: ComparisonProcedure {
  /// The next offset in cents, without its sign.
  public private(set) var magnitudeCents: Double
  private var sum = 0.0
  private var count = 0

  /// Begins with an offset, 100 cents unless said.
  public init(startCents: Double = 100) { magnitudeCents = startCents }

  /// Days change nothing here.
  public mutating func beginDay(_ day: Int) {}

  /// The next offset: see ``ComparisonProcedure``.
  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double { direction.sign * magnitudeCents }

  /// Learns from an answer: see ``ComparisonProcedure/record(_:)``.
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

  /// What is known: see ``ComparisonProcedure/threshold(for:)``.
  public func threshold(for question: Question) -> ThresholdEstimate {
    ThresholdEstimate(logarithm: Natural.log(count > 0 ? sum / Double(count) : magnitudeCents))
  }
}
