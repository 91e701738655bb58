/// The estimated log threshold of each day.
public struct LevelHistory: Equatable, Sendable {
  /// A day with training.
  public struct Day: Equatable, Sendable {
    /// The number of days since any origin.
    public var day: Int
    /// The log threshold at the end of the day, by all trials up to then.
    public var level: GaussianBelief
    var before: GaussianBelief

    /// The information of this day's trials alone, as the quotient of two normal densities: the
    /// precision, and the precision times the mean.
    var evidence: (precision: Double, information: Double) {
      let precision = 1 / level.variance - 1 / before.variance
      return (precision, level.mean / level.variance - before.mean / before.variance)
    }
  }

  /// The days with trials in order, and the current day.
  public private(set) var days: [Day] = []

  /// Creates an empty history.
  public init() {}

  /// Returns the number of days since the last one: 0 for the first, `nil` if `day` is not later.
  package func daysUntil(_ day: Int) -> Int? {
    guard let last = days.last else { return 0 }
    return day > last.day ? day - last.day : nil
  }

  /// Begins a day, with the log threshold after drift.
  package mutating func beginDay(_ day: Int, level: GaussianBelief) {
    days.append(Day(day: day, level: level, before: level))
  }

  package mutating func update(level: GaussianBelief) {
    if let today = days.indices.last { days[today].level = level }
  }

  /// The trend of the last 14 days, including the current one.
  public var trend: Trend { Trend(days) }
}
