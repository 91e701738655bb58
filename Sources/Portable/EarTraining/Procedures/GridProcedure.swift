/// The adaptive procedure for a single threshold: selects offsets by the success that a
/// ``ThresholdGrid`` predicts.
package struct GridProcedure: ComparisonProcedure {
  package private(set) var grid: ThresholdGrid
  /// The log threshold at the end of each day.
  package private(set) var history = LevelHistory()
  private var rule = OffsetSelectionRule()
  private let drifts: Bool

  /// Creates a procedure. Without `drifts`, the threshold is constant over days.
  package init(prior: ThresholdGrid.Prior = .population, drifts: Bool = true) {
    grid = ThresholdGrid(prior: prior)
    self.drifts = drifts
  }

  package mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    if drifts {
      let days = Double(min(elapsed, ListenerModel.longestDriftDays))
      grid.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    }
    history.beginDay(day, level: grid.level)
    rule.beginDay()
  }

  package mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign
      * grid.prediction.magnitudeCents(
        success: success, direction: direction, logThreshold: grid.level.mean)
  }

  package mutating func record(_ answer: ComparisonResponse) {
    grid.update(offsetCents: answer.offsetCents, answer: answer.heard)
    history.update(level: grid.level)
  }

  package func threshold(for question: TrialQuestion) -> ThresholdEstimate { grid.estimate }
}
