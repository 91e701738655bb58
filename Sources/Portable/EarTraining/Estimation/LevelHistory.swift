/// A level's days: what was known at the end of each, and what each day alone said.
public struct LevelHistory: Equatable, Sendable {
  /// A day on which something was trained.
  public struct Day: Equatable, Sendable {
    /// In days since any beginning.
    public var day: Int
    /// The logarithm of the threshold as known at the day's end, by all trials up to then.
    public var level: GaussianBelief
    /// What was known when the day began.
    var before: GaussianBelief

    /// What this day's trials alone say, as the quotient of two normal densities: how much, and how
    /// much times what.
    var evidence: (precision: Double, information: Double) {
      let precision = 1 / level.variance - 1 / before.variance
      return (precision, level.mean / level.variance - before.mean / before.variance)
    }
  }

  /// The days with trials, in order, and the day that has begun.
  public private(set) var days: [Day] = []

  /// No days yet.
  public init() {}

  /// How many days after the last one `day` is, 0 where it is the first; nil where it does not follow.
  package func daysUntil(_ day: Int) -> Int? {
    guard let last = days.last else { return 0 }
    return day > last.day ? day - last.day : nil
  }

  /// Begins a day with what is known, after the drift since the last.
  package mutating func beginDay(_ day: Int, level: GaussianBelief) {
    days.append(Day(day: day, level: level, before: level))
  }

  /// Takes in what is known after a trial.
  package mutating func update(level: GaussianBelief) {
    if days.isEmpty { return }
    days[days.count - 1].level = level
  }

  /// Which way the last 14 days, up to the day that has begun, went.
  public var trend: Trend { Trend(days) }
}
