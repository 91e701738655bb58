/// What happens to a ``MatchingSession``. Reports carry the number of the cue they are about.
public enum MatchingEvent: Equatable, Sendable {
  /// The user wants to train, on a day counted from any beginning.
  case start(day: Int)
  /// The reference has ended by itself.
  case referenceEnded(cue: Int)
  /// The user moves the note by so many cents; the first time it only begins to sound.
  case adjust(cents: Double)
  /// The user lets go, so many seconds after the first touch.
  case commit(responseSeconds: Double)
  /// The user wants to hear the reference again.
  case replay
  /// The feedback was long enough.
  case feedbackEnded(cue: Int)
  /// The user wants to stop, or the sound device has failed.
  case stop
}
