import PeachEarTraining
import PeachTrainerUI

// Exercises with notes that sound together, which ``TrainerModel/start(_:)`` begins.
extension TrainerModel {
  /// The current exercise with notes that sound together; `nil` in others and in menus.
  public var chordExercise: ChordExercise? {
    activity == .chords ? ChordExercise(trainer.exercise) : nil
  }

  /// The labels of both answers of ``ChordExercise/purity`` and ``ChordExercise/width``, in the
  /// order of ``answer(isHigher:)``; `nil` in other exercises.
  public var chordAnswers: (lower: String, higher: String)? {
    switch chordExercise {
    case .purity?: ("1", "2")
    case .width?: (trainer.texts[.narrow], trainer.texts[.wide])
    case .drone?, .triad?, .beats?, nil: nil
    }
  }

  /// Returns the name of an exercise with notes that sound together.
  public func name(of exercise: ChordExercise) -> String {
    trainer.texts[TrainerContent.name(of: exercise.exercise)]
  }

  /// Whether beats are being counted, with ``tap()``.
  public var awaitsTaps: Bool {
    if trainer.isPaused { return false }
    if case .listening? = trainer.beatState { return true }
    return false
  }

  /// The reason why the selected sound has no exercises with chords, such as several players that
  /// beat by themselves, as a sentence. `nil` if it has. It is determined by the first
  /// ``start(_:)``.
  public var chordProblem: String? { TrainerContent.steadinessLine(trainer) }

  /// Answers which of two intervals is pure.
  public func answer(isSecondPure: Bool) { perform(.answer(isSecondPure ? .higher : .lower)) }
  /// Answers whether an interval is wider than pure.
  public func answer(isWider: Bool) { perform(.answer(isWider ? .higher : .lower)) }
  /// Taps along with beats. ``commit()`` ends the trial after four taps.
  public func tap() { perform(.tap) }
}
