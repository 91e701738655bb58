/// What happens to a ``ComparisonSession``.
///
/// What the player reports carries the number of the cue it is about, so that a report that comes
/// late, about notes that were stopped, changes nothing.
public enum ComparisonEvent: Equatable, Sendable {
  /// The user wants to train, on a day counted from any beginning.
  case start(day: Int)
  /// The target has begun to sound, so many cents from where it should be, as it was rendered.
  case targetBegan(cue: Int, offsetCents: Double)
  /// The target has ended by itself.
  case targetEnded(cue: Int)
  /// The user has answered, so many seconds after the target's onset.
  case answer(Direction, responseSeconds: Double)
  /// The user wants to hear both notes again.
  case replay
  /// The feedback was long enough.
  case feedbackEnded(cue: Int)
  /// The user wants to stop, or the sound device has failed.
  case stop
}
