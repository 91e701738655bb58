/// An action that a ``ComparisonSession`` requests. Effects are performed in order.
package enum ComparisonEffect: Equatable, Sendable {
  /// Schedule both notes of the trial in one call: the target follows the reference and the gap.
  case play(cue: Int, ComparisonTrial)
  /// Stop all notes.
  case stopNotes
  /// Store the trial.
  case completed(ComparisonTrial)
  /// Show whether the answer was right, and send ``ComparisonEvent/feedbackEnded(cue:)`` after
  /// `seconds`.
  case showFeedback(cue: Int, isRight: Bool, seconds: Double)
}
