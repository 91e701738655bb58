/// A completed trial of either kind.
public enum CompletedTrial: Hashable, Sendable {
  /// A comparison of two notes.
  case comparison(ComparisonTrial)
  /// A note that was tuned to another.
  case matching(MatchingTrial)

  /// The question of the trial.
  public var question: TrialQuestion {
    switch self {
    case .comparison(let trial): trial.answer.question
    case .matching(let trial): trial.question
    }
  }
}
