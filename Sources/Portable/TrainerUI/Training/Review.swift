package import PeachEarTraining

/// The last pair of a session, which is played again between trials.
package struct Review: Equatable, Sendable {
  /// The note that plays.
  package enum Phase: Equatable, Sendable {
    case reference, target, ended
  }

  package var trial: CompletedTrial
  package var phase = Phase.reference

  /// The notes: of a matching, the target and the note as it was tuned.
  var notes: (reference: TrialNote, target: TrialNote, gapSeconds: Double, isUnison: Bool) {
    switch trial {
    case .comparison(let trial):
      return (
        trial.reference, trial.target, trial.gapSeconds, trial.answer.question.interval == .unison
      )
    case .matching(let trial):
      var target = trial.target
      target.durationSeconds = trial.reference.durationSeconds
      return (trial.reference, target, 0, trial.question.interval == .unison)
    }
  }
}
