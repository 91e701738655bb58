/// A staircase: steps down after consecutive correct responses, and up after a wrong one. The
/// estimate is the mean log offset at reversals, except the first four, corrected from the
/// convergence level of the rule to 75 %.
package struct StaircaseProcedure: ComparisonProcedure {
  package enum Rule: Sendable {
    /// Converges to 70.7 % (Levitt 1971).
    case twoDownOneUp
    /// Converges to 79.4 % (Levitt 1971).
    case threeDownOneUp
    /// One step down, three steps up: converges to 75 % (Kaernbach 1991).
    case weightedUpDown
  }

  private let rule: Rule
  private var level: Double
  private var correctInRow = 0
  private var lastStepIsUp: Bool?
  private var reversals: [Double] = []

  /// Creates a staircase that starts with an offset, which should be easy for all listeners
  /// (Levitt 1971).
  package init(rule: Rule, startCents: Double = 100) {
    self.rule = rule
    level = Natural.log(startCents)
  }

  package mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double { direction.sign * Natural.exp(level) }

  package mutating func record(_ answer: ComparisonResponse) {
    guard answer.isRight else {
      correctInRow = 0
      return step(isUp: true)
    }
    correctInRow += 1
    let needed =
      switch rule {
      case .twoDownOneUp: 2
      case .threeDownOneUp: 3
      case .weightedUpDown: 1
      }
    guard correctInRow == needed else { return }
    correctInRow = 0
    step(isUp: false)
  }

  package func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    // The logarithm of 0.6745 over the normal quantile of the convergence level.
    let correction =
      switch rule {
      case .twoDownOneUp: 0.2136
      case .threeDownOneUp: -0.1960
      case .weightedUpDown: 0.0
      }
    let used = reversals.dropFirst(reversals.count > 4 ? 4 : 0)
    if used.isEmpty { return ThresholdEstimate(logarithm: level + correction) }
    var sum = 0.0
    for reversal in used { sum += reversal }
    return ThresholdEstimate(logarithm: sum / Double(used.count) + correction)
  }

  private mutating func step(isUp: Bool) {
    if let last = lastStepIsUp, last != isUp { reversals.append(level) }
    lastStepIsUp = isUp
    // A factor of 2 up to the fourth reversal, then √2.
    var step = reversals.count < 4 ? 0.693147180559945309417 : 0.3465735902799727
    if rule == .weightedUpDown { step *= isUp ? 0.75 : 0.25 }
    let range = ListenerModel.offsets
    level = min(
      max(level + (isUp ? step : -step), Natural.log(range.lowerBound)),
      Natural.log(range.upperBound))
  }
}
