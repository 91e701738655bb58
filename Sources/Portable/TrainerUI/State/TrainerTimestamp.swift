/// When something happens: the trainer has no clock of its own.
public struct TrainerTimestamp: Hashable, Sendable {
  /// Seconds since any beginning; they never go back.
  public var seconds: Double
  /// The calendar day, counted from any beginning.
  public var day: Int

  /// A moment on a day.
  public init(seconds: Double, day: Int) {
    self.seconds = seconds
    self.day = day
  }
}
