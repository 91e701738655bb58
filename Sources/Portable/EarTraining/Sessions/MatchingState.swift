/// The state of a ``MatchingSession``, with the current trial.
package enum MatchingState: Equatable, Sendable {
  /// Waiting for the start.
  case idle
  /// The reference plays.
  case reference(MatchingTrial)
  /// The reference has ended. Waiting for the first change.
  case awaitingTouch(MatchingTrial)
  /// The target plays.
  case tuning(MatchingTrial)
  /// The feedback is shown.
  case feedback(offsetCents: Double)

  /// The current trial, if any.
  var trial: MatchingTrial? {
    switch self {
    case .reference(let trial), .awaitingTouch(let trial), .tuning(let trial): trial
    default: nil
    }
  }
}
