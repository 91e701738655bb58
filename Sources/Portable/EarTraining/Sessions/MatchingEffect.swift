package import PeachMusicUnits

/// An action that a ``MatchingSession`` requests. Effects are performed in order.
package enum MatchingEffect: Equatable, Sendable {
  /// Play the trial's reference.
  case playReference(cue: Int, MatchingTrial)
  /// Play the trial's ``MatchingTrial/target`` until it is stopped.
  case playTarget(MatchingTrial)
  /// Change the frequency of the target.
  case bend(Frequency)
  /// Stop all notes.
  case stopNotes
  /// Store the trial.
  case completed(MatchingTrial)
  /// Show the offset, and send ``MatchingEvent/feedbackEnded(cue:)`` after `seconds`.
  case showFeedback(cue: Int, offsetCents: Double, seconds: Double)
}
