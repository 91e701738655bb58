import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords

/// Exercises with notes that sound together.
extension Trainer {
  /// Shows the exercises, and has the sound checked.
  mutating func openChords() -> [TrainerEffect] {
    screen = .chords(row: chordRow)
    return sound.steadiness == nil ? [.checkSteadiness(tag: sound.tag)] : []
  }

  /// The row that begins the current or last exercise.
  private var chordRow: ChordRow {
    switch exercise {
    case .comparison, .matching, .purity: .purity
    case .width: .width
    case .drone: .drone
    case .triad: .triad
    case .beats: .beats
    }
  }

  /// Begins an exercise, if the sound is steady enough for it.
  mutating func begin(
    _ exercise: TrainingExercise, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    guard sound.steadiness == .steady else {
      self.exercise = exercise
      let effects = openChords()
      note = TrainerContent.steadinessLine(self) ?? ""
      return effects
    }
    switch exercise {
    case .comparison: return beginComparison(at: moment)
    case .matching, .drone, .triad: return beginMatching(exercise, at: moment)
    case .purity, .width:
      begin(exercise, on: .comparison, at: moment)
      return compare(.start(day: moment.day))
    case .beats:
      begin(exercise, on: .beats, at: moment)
      return countBeats(.start)
    }
  }

  mutating func countBeats(_ event: BeatEvent) -> [TrainerEffect] {
    guard var session = beats else { return [] }
    let effects = session.reduce(event)
    beats = session
    return effects.map { effect in
      switch effect {
      case .play(let cue, let trial):
        return .playNotes(
          TrainerCue(session: sessionCount, number: cue), trial.timedNotes, answerIndex: 0)
      case .stopNotes: return .stopNotes
      case .completed(let trial): return complete(.beats(trial))
      case .withdrawn: return .withdraw
      case .showFeedback(let cue, let seconds):
        return .showFeedback(TrainerCue(session: sessionCount, number: cue), seconds: seconds)
      }
    }
  }
}

/// The procedures of intervals.
extension Trainer {
  var selectedForPurity: SelectedProcedure {
    var procedure = history.chords.purity
    let settings = preferences.settings.prepared(for: .purity)
    procedure.noteSeconds = settings.chordSeconds
    procedure.referencePitch = settings.referencePitch
    procedure.tuning = settings.tuning
    return SelectedProcedure(beats: procedure)
  }

  var selectedForWidth: SelectedProcedure {
    SelectedProcedure(profile: history.chords.width, kazez: KazezProcedure(), isKazez: false)
  }
}
