/// A time with the local calendar day.
public struct TrainingTime: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int64
  /// The day in local time, in days since 1970-01-01.
  public var day: Int

  /// Creates a time on a day.
  public init(milliseconds: Int64, day: Int) {
    self.milliseconds = milliseconds
    self.day = day
  }
}
