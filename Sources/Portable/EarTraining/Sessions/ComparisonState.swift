/// Where a ``ComparisonSession`` is; it holds the trial in hand.
public enum ComparisonState: Equatable, Sendable {
  /// Nothing sounds; waiting for a start.
  case idle
  /// The reference sounds; an answer does not count yet.
  case reference(ComparisonTrial)
  /// The target sounds; an answer counts, and stops it.
  case target(ComparisonTrial)
  /// Both have sounded.
  case awaitingAnswer(ComparisonTrial)
  /// It is shown whether the answer was right.
  case feedback(isRight: Bool)

  /// The trial, where an answer to it counts.
  var answerable: ComparisonTrial? {
    switch self {
    case .target(let trial), .awaitingAnswer(let trial): trial
    default: nil
    }
  }
}
