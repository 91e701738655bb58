/// What happens to a ``Trainer``.
public enum TrainerEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(TrainerKey)
  /// The target of a comparison has begun to sound.
  case targetBegan(TrainerCue)
  /// The target has ended by itself.
  case targetEnded(TrainerCue)
  /// The reference of a matching has ended by itself.
  case referenceEnded(TrainerCue)
  /// The feedback was shown for as long as was asked for.
  case feedbackEnded(TrainerCue)
  /// There is no sound; a sentence says why.
  case soundFailed(String)
  /// Something is to be known about a sound, such as that a sine stands in for it.
  case note(String)
  /// Trials cannot be stored, and a sentence says why; nil where they can again.
  case storing(problem: String?)
  /// It is known how well a sound is in tune.
  case badge(tag: String, TrainerSound.Badge)
  /// The program is about to be suspended, or its window hidden.
  case suspended
}
