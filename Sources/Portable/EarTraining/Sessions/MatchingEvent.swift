/// An event that a ``MatchingSession`` handles. Player events carry the number of their cue.
package enum MatchingEvent: Equatable, Sendable {
  /// The user starts training. Days are counted from any origin.
  case start(day: Int)
  /// The reference has ended by itself.
  case referenceEnded(cue: Int)
  /// The user changes the pitch of the target; the first change only starts it.
  case adjust(cents: Double)
  /// The user accepts the pitch, at a time relative to the first change.
  case commit(responseSeconds: Double)
  /// The user wants to hear the reference again.
  case replay
  /// The feedback was shown long enough.
  case feedbackEnded(cue: Int)
  /// The user stops, or the audio device has failed.
  case stop
}
