public import PeachEarTraining

/// A staircase: down after some right answers in a row, up after a wrong one.
///
/// The estimate is the mean logarithm of the offsets where the direction turned, without the first
/// four turns once there are more, moved from the success the rule settles at to 75 %.
public struct StaircaseProcedure: ComparisonProcedure {
  /// Which staircase.
  public enum Rule: Sendable {
    /// Settles where two right answers in a row are as likely as not: 70.7 % (Levitt 1971).
    case twoDownOneUp
    /// Settles at 79.4 % (Levitt 1971).
    case threeDownOneUp
    /// One down, and three times as far up: settles at 75 % (Kaernbach 1991).
    case weightedUpDown
  }

  private let rule: Rule
  private var level: Double
  private var rightInRow = 0
  private var lastMoveIsUp: Bool?
  private var turns: [Double] = []

  /// Begins with an offset, the largest there is unless said: a staircase begins where everybody hears
  /// it (Levitt 1971).
  public init(rule: Rule, startCents: Double = 100) {
    self.rule = rule
    level = Natural.log(startCents)
  }

  /// Days change nothing here.
  public mutating func beginDay(_ day: Int) {}

  /// The next offset: see ``ComparisonProcedure``.
  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double { direction.sign * Natural.exp(level) }

  /// Learns from an answer: see ``ComparisonProcedure/record(_:)``.
  public mutating func record(_ answer: ComparisonResponse) {
    guard answer.isRight else {
      rightInRow = 0
      return move(isUp: true)
    }
    rightInRow += 1
    let needed =
      switch rule {
      case .twoDownOneUp: 2
      case .threeDownOneUp: 3
      case .weightedUpDown: 1
      }
    guard rightInRow == needed else { return }
    rightInRow = 0
    move(isUp: false)
  }

  /// What is known: see ``ComparisonProcedure/threshold(for:)``.
  public func threshold(for question: Question) -> ThresholdEstimate {
    // The logarithm of 0.6745 over the normal quantile of the success the rule settles at.
    let correction =
      switch rule {
      case .twoDownOneUp: 0.2136
      case .threeDownOneUp: -0.1960
      case .weightedUpDown: 0.0
      }
    let used = turns.dropFirst(turns.count > 4 ? 4 : 0)
    if used.isEmpty { return ThresholdEstimate(logarithm: level + correction) }
    var sum = 0.0
    for turn in used { sum += turn }
    return ThresholdEstimate(logarithm: sum / Double(used.count) + correction)
  }

  private mutating func move(isUp: Bool) {
    if let last = lastMoveIsUp, last != isUp { turns.append(level) }
    lastMoveIsUp = isUp
    // A factor of 2 up to the fourth turn, then of the root of 2.
    var step = turns.count < 4 ? 0.693147180559945309417 : 0.3465735902799727
    if rule == .weightedUpDown { step *= isUp ? 0.75 : 0.25 }
    let range = ListenerModel.offsets
    level = min(
      max(level + (isUp ? step : -step), Natural.log(range.lowerBound)),
      Natural.log(range.upperBound))
  }
}
