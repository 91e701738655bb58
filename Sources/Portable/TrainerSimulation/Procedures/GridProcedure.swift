public import PeachEarTraining

/// Our procedure for one threshold: a grid of threshold, bias and lapse rate, and placement by the
/// success it predicts.
public struct GridProcedure: ComparisonProcedure {
  /// What is known about the listener.
  public private(set) var grid: ThresholdGrid
  /// The level at the end of each day.
  public private(set) var history = LevelHistory()
  private var rule = OffsetSelectionRule()
  private let drifts: Bool

  /// A procedure that knows nothing yet. Without `drifts` all days count as one.
  public init(prior: ThresholdGrid.Prior = .population, drifts: Bool = true) {
    grid = ThresholdGrid(prior: prior)
    self.drifts = drifts
  }

  /// Begins a day: see ``ComparisonProcedure/beginDay(_:)``.
  public mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    if drifts {
      let days = Double(min(elapsed, ListenerModel.longestDriftDays))
      grid.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    }
    history.beginDay(day, level: grid.level)
    rule.beginDay()
  }

  /// The next offset: see ``ComparisonProcedure``.
  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign
      * grid.prediction.magnitudeCents(
        success: success, direction: direction, logThreshold: grid.level.mean)
  }

  /// Learns from an answer: see ``ComparisonProcedure/record(_:)``.
  public mutating func record(_ answer: ComparisonResponse) {
    grid.update(offsetCents: answer.offsetCents, answer: answer.heard)
    history.update(level: grid.level)
  }

  /// What is known: see ``ComparisonProcedure/threshold(for:)``.
  public func threshold(for question: Question) -> ThresholdEstimate { grid.estimate }
}
