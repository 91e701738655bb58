/// Where a ``MatchingSession`` is; it holds the trial in hand.
public enum MatchingState: Equatable, Sendable {
  /// Nothing sounds; waiting for a start.
  case idle
  /// The reference sounds.
  case reference(MatchingTrial)
  /// The reference has sounded; waiting for a touch.
  case awaitingTouch(MatchingTrial)
  /// The note sounds and is moved.
  case tuning(MatchingTrial)
  /// It is shown how far off it was.
  case feedback(offsetCents: Double)

  /// The trial, where there is one.
  var trial: MatchingTrial? {
    switch self {
    case .reference(let trial), .awaitingTouch(let trial), .tuning(let trial): trial
    default: nil
    }
  }
}
