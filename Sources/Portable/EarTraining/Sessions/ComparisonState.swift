/// The state of a ``ComparisonSession``, with the current trial.
package enum ComparisonState: Equatable, Sendable {
  /// Waiting for the start.
  case idle
  /// The reference plays. Answers are ignored.
  case reference(ComparisonTrial)
  /// The target plays. An answer stops it.
  case target(ComparisonTrial)
  /// Both notes have ended.
  case awaitingAnswer(ComparisonTrial)
  /// The feedback is shown.
  case feedback(isRight: Bool)

  /// The trial, if an answer is accepted.
  var answerable: ComparisonTrial? {
    switch self {
    case .target(let trial), .awaitingAnswer(let trial): trial
    default: nil
    }
  }
}
