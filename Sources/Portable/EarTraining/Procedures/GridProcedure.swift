/// Our procedure for one threshold: a grid of threshold, bias and lapse rate, and placement by the
/// success it predicts.
public struct GridProcedure: ComparisonProcedure {
  public private(set) var grid: ThresholdGrid
  /// The level at the end of each day.
  public private(set) var history = LevelHistory()
  private var rule = PlacementRule()
  private let table: OffsetTable
  private let drifts: Bool

  /// A procedure that knows nothing yet. Without `drifts` all days count as one.
  public init(prior: ThresholdGrid.Prior = .population, drifts: Bool = true) {
    grid = ThresholdGrid(prior: prior)
    table = OffsetTable(biases: grid.biases)
    self.drifts = drifts
  }

  public mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    if drifts {
      let days = Double(min(elapsed, ListenerModel.longestDriftDays))
      grid.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    }
    history.beginDay(day, level: grid.level)
    rule.beginDay()
  }

  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign * magnitude(success: success, direction: direction)
  }

  public mutating func record(_ answer: ComparisonAnswer) {
    grid.update(offsetCents: answer.offsetCents, answer: answer.heard)
    history.update(level: grid.level)
  }

  public func threshold(for question: Question) -> ThresholdEstimate { grid.estimate }

  /// The offset in cents that is predicted to be heard right with this probability.
  func magnitude(success: Double, direction: Direction) -> Double {
    let listening = GridListening(grid)
    var low = 0
    var high = OffsetTable.offsetCount - 1
    var lowSuccess = listening.success(low, direction, table)
    var highSuccess = listening.success(high, direction, table)
    while high - low > 1 {
      let middle = (low + high) / 2
      let predicted = listening.success(middle, direction, table)
      if predicted < success {
        (low, lowSuccess) = (middle, predicted)
      } else {
        (high, highSuccess) = (middle, predicted)
      }
    }
    let slope = highSuccess - lowSuccess
    let part = slope > 0 ? min(max((success - lowSuccess) / slope, 0), 1) : 0
    let cents = Natural.exp(OffsetTable.logarithm(low) + part * ThresholdGrid.step)
    return min(max(cents, ListenerModel.offsets.lowerBound), ListenerModel.offsets.upperBound)
  }
}
