/// The numbers of trials by calendar day.
public struct PracticeDays: Hashable, Sendable {
  private var counts: [Int: Int] = [:]

  /// Creates a calendar without trials.
  public init() {}

  /// Whether there are no trials.
  package var isEmpty: Bool { counts.isEmpty }

  /// Adds a trial on a day.
  public mutating func add(day: Int) { counts[day, default: 0] += 1 }

  /// Returns the number of trials on a day.
  public func trialCount(day: Int) -> Int { counts[day] ?? 0 }

  /// Returns the number of consecutive days with trials that end with `day`, or with the day before
  /// if there are no trials on `day` yet.
  public func streak(day: Int) -> Int {
    let last = trialCount(day: day) > 0 ? day : day - 1
    var first = last
    while trialCount(day: first) > 0 { first -= 1 }
    return last - first
  }
}
