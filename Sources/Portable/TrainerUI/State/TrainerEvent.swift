/// An event that a ``Trainer`` handles.
package enum TrainerEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(TrainerKey)
  /// The target of a comparison has started to play.
  case targetBegan(TrainerCue)
  /// The target has ended by itself.
  case targetEnded(TrainerCue)
  /// The reference of a matching has ended by itself.
  case referenceEnded(TrainerCue)
  /// The feedback was shown long enough.
  case feedbackEnded(TrainerCue)
  /// Audio output has failed, with a message.
  case soundFailed(String)
  /// A message about a sound, such as its replacement by a sine.
  case note(String)
  /// Trials cannot be stored, with a message, or `nil` if they can again.
  case storing(problem: String?)
  /// The intonation of a sound is known.
  case badge(tag: String, TrainerSound.Badge)
  /// The program is about to be suspended.
  case suspended
}
