/// A completed trial of any exercise.
public enum CompletedTrial: Hashable, Sendable {
  /// A comparison of two notes, or of two intervals.
  case comparison(ComparisonTrial)
  /// A note that was tuned to another.
  case matching(MatchingTrial)
  /// Beats that were counted.
  case beats(BeatTrial)

  /// The question of the trial.
  public var question: TrialQuestion {
    switch self {
    case .comparison(let trial): trial.answer.question
    case .matching(let trial): trial.question
    case .beats(let trial): trial.question
    }
  }

  /// The exercise of the trial.
  public var exercise: TrainingExercise {
    switch self {
    case .comparison(let trial): trial.exercise
    case .matching(let trial): trial.exercise
    case .beats: .beats
    }
  }
}
