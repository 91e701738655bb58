package import PeachEarTraining

/// The trials of a session.
package struct SessionSummary: Equatable, Sendable {
  package var isMatching: Bool
  package private(set) var comparisons = 0
  package private(set) var right = 0
  /// The errors of the matched notes.
  package private(set) var errors = ErrorStatistics()
  /// The trials in order.
  package private(set) var trials: [CompletedTrial] = []
  /// The duration without pauses.
  package internal(set) var seconds = 0.0
  /// The threshold before the session; `nil` if no comparison came before.
  package var thresholdBefore: ThresholdEstimate?
  /// The threshold after the last trial; `nil` if there was no comparison.
  package var threshold: ThresholdEstimate?

  init(isMatching: Bool, threshold: ThresholdEstimate?) {
    self.isMatching = isMatching
    (thresholdBefore, self.threshold) = (threshold, threshold)
  }

  package var trialCount: Int { comparisons + errors.count }

  mutating func add(_ trial: CompletedTrial) {
    trials.append(trial)
    switch trial {
    case .comparison(let trial):
      comparisons += 1
      if trial.answer.isRight { right += 1 }
    case .matching(let trial): errors.add(trial.offsetCents)
    }
  }
}
