/// A completed trial of either kind.
public enum CompletedTrial: Hashable, Sendable {
  case comparison(ComparisonTrial)
  case matching(MatchingTrial)

  /// The question of the trial.
  public var question: Question {
    switch self {
    case .comparison(let trial): trial.answer.question
    case .matching(let trial): trial.question
    }
  }
}
