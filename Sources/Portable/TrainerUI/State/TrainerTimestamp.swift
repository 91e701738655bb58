/// The time of an event. The trainer has no clock.
package struct TrainerTimestamp: Hashable, Sendable {
  /// Monotonic time in seconds, since any origin.
  package var seconds: Double
  /// The calendar day, counted from any origin.
  package var day: Int

  /// Creates a timestamp.
  package init(seconds: Double, day: Int) {
    self.seconds = seconds
    self.day = day
  }
}
