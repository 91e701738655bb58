import PeachEarTraining
import PeachMusicUnits

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
}
