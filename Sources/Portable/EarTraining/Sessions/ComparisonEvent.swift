/// An event that a ``ComparisonSession`` handles.
///
/// Player events carry the number of their cue, so that late events about stopped notes are
/// ignored.
package enum ComparisonEvent: Equatable, Sendable {
  /// The user starts training. Days are counted from any origin.
  case start(day: Int)
  /// The target has started to play.
  case targetBegan(cue: Int)
  /// The target has ended by itself.
  case targetEnded(cue: Int)
  /// The user has answered, at a time relative to the target's onset.
  case answer(Direction, responseSeconds: Double)
  /// The user wants to hear both notes again.
  case replay
  /// The feedback was shown long enough.
  case feedbackEnded(cue: Int)
  /// The user stops, or the audio device has failed.
  case stop
}
