package import PeachEarTraining

/// The trials of a session.
package struct SessionSummary: Equatable, Sendable {
  package var exercise: TrainingExercise
  package private(set) var comparisons = 0
  package private(set) var right = 0
  /// The errors of the matched notes.
  package private(set) var errors = ErrorStatistics()
  /// The errors of counted beats in percent.
  package private(set) var beatErrors = ErrorStatistics()
  /// The trials in order.
  package private(set) var trials: [CompletedTrial] = []
  /// The duration without pauses.
  package internal(set) var seconds = 0.0
  /// The threshold before the session, in cents; of ``TrainingExercise/purity``, in beats. `nil` if
  /// no comparison came before.
  package var thresholdBefore: ThresholdEstimate?
  /// The threshold after the last trial; `nil` if there was no comparison.
  package var threshold: ThresholdEstimate?

  init(exercise: TrainingExercise, threshold: ThresholdEstimate?) {
    self.exercise = exercise
    (thresholdBefore, self.threshold) = (threshold, threshold)
  }

  package var trialCount: Int { comparisons + errors.count + beatErrors.count }
  /// Whether the trials are notes that were tuned.
  package var isMatching: Bool {
    switch exercise {
    case .matching, .drone, .triad: true
    case .comparison, .purity, .width, .beats: false
    }
  }

  mutating func add(_ trial: CompletedTrial) {
    trials.append(trial)
    switch trial {
    case .comparison(let trial):
      comparisons += 1
      if trial.answer.isRight { right += 1 }
    case .matching(let trial): errors.add(trial.offsetCents)
    case .beats(let trial): beatErrors.add(trial.errorPercent)
    }
  }
}
