/// The time of an event. The trainer has no clock.
public struct TrainerTimestamp: Hashable, Sendable {
  /// Monotonic time in seconds, since any origin.
  public var seconds: Double
  /// The calendar day, counted from any origin.
  public var day: Int

  /// Creates a timestamp.
  public init(seconds: Double, day: Int) {
    self.seconds = seconds
    self.day = day
  }
}
