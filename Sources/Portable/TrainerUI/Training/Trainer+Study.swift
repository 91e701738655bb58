import PeachEarTraining
import PeachTrialRecords

/// A study: fixed trials in blocks, without review and undo, which do not change the user's
/// results.
extension Trainer {
  /// Shows the screen before the first block of a study.
  package mutating func beginStudy(_ run: StudyRun) {
    study = run
    screen = .study
  }

  mutating func beginBlock(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard screen == .study, let study, !study.isOver else { return [] }
    (screen, exercise) = (.comparison, .comparison)
    sessionCount += 1
    var session = ComparisonSession(procedure: selected, seed: 0)
    session.settings.feedbackSeconds = preferences.settings.feedbackSeconds
    session.nextTrial = study.comparison
    comparison = session
    return compare(.start(day: moment.day))
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
