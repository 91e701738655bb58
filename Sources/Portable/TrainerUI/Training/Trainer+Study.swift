import PeachEarTraining
import PeachTrialRecords

/// A study: fixed trials in blocks, without review and undo, which do not change the user's results.
extension Trainer {
  /// Shows the screen before the first block of a study.
  package mutating func beginStudy(_ run: StudyRun) {
    study = run
    screen = .study
  }

  mutating func pressAtStudy(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard let study else { return [] }
    if key == .escape || (key == .enter && study.isOver) { return [.quit] }
    guard key == .enter || key == .space, !study.isOver else { return [] }
    screen = .comparison
    sessionCount += 1
    var session = ComparisonSession(procedure: selected, seed: 0)
    session.settings.feedbackSeconds = preferences.settings.feedbackSeconds
    session.nextTrial = study.comparison
    comparison = session
    return compare(.start(day: moment.day))
  }

  /// Keys are those of training, but there is no way back: Escape pauses, and ends a paused study.
  mutating func pressInStudy(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
    if isPaused {
      if key == .escape { return endTraining() + [.quit] }
      guard key == .space || key == .enter || key.letter == "p" else { return [] }
      isPaused = false
      soundProblem = ""
      return endBlock() ?? compare(.start(day: moment.day))
    }
    if key == .escape || key.letter == "p" { return pause(at: moment) }
    return key == .space || key.letter == "r" ? compare(.replay) : answer(key, at: moment)
  }

  /// Ends the block if all of its trials were answered. Prepares the next trial and returns `nil`
  /// otherwise.
  mutating func endBlock() -> [TrainerEffect]? {
    guard let study, study.answeredCount > 0, study.isAtBlockStart else {
      comparison?.nextTrial = study?.comparison
      return nil
    }
    let effects = endTraining()
    screen = .study
    return effects
  }

  /// Whether the result of the last answer is hidden.
  package var hidesResult: Bool { study?.last?.condition.showsFeedback == false }
}
