package import PeachEarTraining

/// The last pair of a session, which is played again between trials.
package struct Review: Equatable, Sendable {
  /// The note that plays.
  package enum Phase: Equatable, Sendable {
    case reference, target, ended
  }

  package var trial: CompletedTrial
  package var phase = Phase.reference

  /// The duration of a chord that was tuned and of beats, in seconds.
  private static var chordSeconds: Double { 3 }

  /// The notes of an exercise whose notes sound together, and the index of the one with which the
  /// second part begins.
  var chord: (notes: [TimedTrialNote], answerIndex: Int) {
    switch trial {
    case .comparison(let trial): return (trial.timedNotes, trial.answerIndex)
    case .matching(let trial):
      return (Self.shortened((trial.drone + [trial.target]).map { TimedTrialNote($0) }), 0)
    case .beats(let trial): return (Self.shortened(trial.timedNotes), 0)
    }
  }

  private static func shortened(_ notes: [TimedTrialNote]) -> [TimedTrialNote] {
    notes.map { timed in
      var timed = timed
      timed.note.durationSeconds = chordSeconds
      return timed
    }
  }

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
    case .beats(let trial): return (trial.reference, trial.target, 0, false)
    }
  }
}
