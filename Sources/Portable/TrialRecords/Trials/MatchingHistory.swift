public import PeachEarTraining

/// The errors of all matched notes, by trial and by day.
public struct MatchingHistory: Hashable, Sendable {
  /// A day with matched notes.
  public struct Day: Hashable, Sendable {
    /// Days since 1970-01-01.
    public var day: Int
    /// The errors of the day.
    public var errors: ErrorStatistics
  }

  /// The errors in cents in chronological order; positive ones are sharp.
  public private(set) var cents: [Double] = []
  /// The errors of all trials.
  public private(set) var errors = ErrorStatistics()
  /// The days in order.
  public private(set) var days: [Day] = []

  /// Creates an empty history.
  public init() {}

  /// Adds the error of the next trial. After a journey to the west, its day may be an earlier one.
  public mutating func add(_ error: Double, day: Int) {
    cents.append(error)
    errors.add(error)
    var index = days.count
    while index > 0 && days[index - 1].day > day { index -= 1 }
    if index == 0 || days[index - 1].day < day {
      days.insert(Day(day: day, errors: ErrorStatistics()), at: index)
      index += 1
    }
    days[index - 1].errors.add(error)
  }
}
