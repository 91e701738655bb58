package import PeachEarTraining

/// The keys during and between sessions.
extension Trainer {
  func trainingAction(of key: TrainerKey) -> TrainerAction? {
    if study != nil { return studyTrialAction(of: key) }
    switch (key, key.letter) {
    case (.escape, _): return .stop
    case (.backspace, _), (_, "u"): return .undo
    case _ where isPaused: return pausedAction(of: key)
    case _ where review != nil: return reviewAction(of: key)
    case (.space, _) where isResultShown, (.enter, _) where isResultShown: return .resume
    case (_, "p"): return .pause
    case (_, "m"): return .review
    case (.space, _) where screen == .beats: return .tap
    case (.enter, _) where screen == .beats: return .commit
    case (.space, _), (_, "r"): return .replay
    default:
      if exercise == .purity { return positionAnswer(of: key) }
      return screen == .comparison ? answer(of: key) : tuningAction(of: key)
    }
  }

  private func pausedAction(of key: TrainerKey) -> TrainerAction? {
    key == .space || key == .enter || key.letter == "p" ? .resume : nil
  }

  private func reviewAction(of key: TrainerKey) -> TrainerAction? {
    switch (key, key.letter) {
    case (.space, _), (_, "r"), (_, "m"): .review
    case (.enter, _), (_, "p"): .resume
    default: nil
    }
  }

  private func answer(of key: TrainerKey) -> TrainerAction? {
    switch (key, key.letter) {
    case (.up, _), (_, "k"), (_, "h"): .answer(.higher)
    case (.down, _), (_, "j"): .answer(.lower)
    case (_, "l") where preferences.language == .english: .answer(.lower)
    case (_, "t") where preferences.language == .german: .answer(.lower)
    default: nil
    }
  }

  /// Returns the answer to which of two intervals is pure.
  private func positionAnswer(of key: TrainerKey) -> TrainerAction? {
    switch (key, key.letter) {
    case (.left, _), (_, "1"): .answer(.lower)
    case (.right, _), (_, "2"): .answer(.higher)
    default: nil
    }
  }

  private func tuningAction(of key: TrainerKey) -> TrainerAction? {
    switch (key, key.letter) {
    case (.up, _), (_, "k"): .tune(cents: 1)
    case (.down, _), (_, "j"): .tune(cents: -1)
    case (.fineUp, _), (_, "+"): .tune(cents: 0.1)
    case (.fineDown, _), (_, "-"): .tune(cents: -0.1)
    case (.pageUp, _): .tune(cents: 5)
    case (.pageDown, _): .tune(cents: -5)
    case (.enter, _): .commit
    default: nil
    }
  }

  func summaryAction(of key: TrainerKey, _ summary: SessionSummary) -> TrainerAction? {
    switch (key, key.letter) {
    case (.escape, _): .open(summary.exercise.isChord ? .chords : .home)
    case (.enter, _), (.space, _): .open(.init(exercise: summary.exercise))
    case (.backspace, _), (_, "u"): .undo
    default: nil
    }
  }

  func studyAction(of key: TrainerKey) -> TrainerAction? {
    let isOver = study?.isOver == true
    switch key {
    case .escape: return .quit
    case .enter: return isOver ? .quit : .beginBlock
    case .space: return isOver ? nil : .beginBlock
    default: return nil
    }
  }

  /// There is no way back: Escape pauses, and ends a paused study.
  private func studyTrialAction(of key: TrainerKey) -> TrainerAction? {
    if isPaused { return key == .escape ? .quit : pausedAction(of: key) }
    if key == .escape || key.letter == "p" || key.letter == "q" { return .pause }
    if isResultShown, key == .space || key == .enter { return .resume }
    return key == .space || key.letter == "r" ? .replay : answer(of: key)
  }
}

extension TrainerAction.Destination {
  /// Creates the destination of an exercise.
  package init(exercise: TrainingExercise) {
    self =
      switch exercise {
      case .comparison: .comparison
      case .matching: .matching
      case .purity: .purity
      case .width: .width
      case .drone: .drone
      case .triad: .triad
      case .beats: .beats
      }
  }
}
