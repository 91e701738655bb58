package import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords

extension Trainer {
  package var comparisonState: ComparisonState? { comparison?.state }
  package var matchingState: MatchingState? { matching?.state }
  var lastComparison: ComparisonTrial? {
    if case .comparison(let trial)? = lastTrial { trial } else { nil }
  }

  mutating func beginComparison(at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .comparison
    comparison = ComparisonSession(procedure: selected, seed: random.next())
    beginTraining(at: moment)
    return compare(.start(day: moment.day))
  }

  mutating func beginMatching(at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .matching
    matching = MatchingSession(procedure: selected, seed: random.next())
    beginTraining(at: moment)
    return match(.start(day: moment.day))
  }

  private mutating func beginTraining(at moment: TrainerTimestamp) {
    sessionCount += 1
    isPaused = false
    review = nil
    lastTrial = nil
    undoPoint = nil
    summary = SessionSummary(
      isMatching: matching != nil, threshold: history.profile.profile.level.estimate)
    activeSince = moment.seconds
    var settings = preferences.settings
    settings.sound = history.sounds.index(of: preferences.sound)
    settings.compass = sound.compass
    comparison?.settings = settings
    matching?.settings = settings
  }

  var selected: SelectedProcedure {
    SelectedProcedure(
      profile: history.profile, kazez: history.kazez, isKazez: preferences.procedure == .kazez)
  }

  /// Discards the current trial and ends the session.
  mutating func endTraining() -> [TrainerEffect] {
    let effects = compare(.stop) + match(.stop) + (review == nil ? [] : [.stopNotes])
    comparison = nil
    matching = nil
    review = nil
    summary = nil
    isPaused = false
    sessionCount += 1
    return effects
  }

  /// Ends the session and shows its results, or the menu if there are none.
  mutating func finishTraining(at moment: TrainerTimestamp) -> [TrainerEffect] {
    var results = summary
    results?.seconds = elapsedSeconds(at: moment)
    let row = homeRow
    let effects = endTraining()
    if let results, results.trialCount > 0 {
      screen = .summary(results)
    } else {
      screen = .home(row: row)
    }
    return effects
  }

  /// Returns the duration of the session without pauses.
  private func elapsedSeconds(at moment: TrainerTimestamp) -> Double {
    (summary?.seconds ?? 0) + (isPaused ? 0 : max(moment.seconds - activeSince, 0))
  }

  mutating func pause(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard comparison != nil || matching != nil, !isPaused else { return [] }
    let seconds = elapsedSeconds(at: moment)
    summary?.seconds = seconds
    isPaused = true
    let isReviewing = review != nil
    review = nil
    return compare(.stop) + match(.stop) + (isReviewing ? [.stopNotes] : [])
  }

  mutating func resume(at moment: TrainerTimestamp) -> [TrainerEffect] {
    isPaused = false
    activeSince = moment.seconds
    soundProblem = ""
    if study != nil, let effects = endBlock() { return effects }
    return compare(.start(day: moment.day)) + match(.start(day: moment.day))
  }

  private var isResultShown: Bool {
    if case .feedback? = comparison?.state { return true }
    if case .feedback? = matching?.state { return true }
    return false
  }

  /// Begins the next trial, or ends the session if it is long enough.
  mutating func endFeedback(
    of cue: TrainerCue, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    let isShown = isResultShown
    if study != nil {
      guard isShown else { return [] }
      if let effects = endBlock() { return effects }
      return compare(.feedbackEnded(cue: cue.number))
    }
    let count = summary?.trialCount ?? 0
    let seconds = elapsedSeconds(at: moment)
    if isShown, preferences.length.isReached(trials: count, seconds: seconds) {
      return finishTraining(at: moment)
    }
    return compare(.feedbackEnded(cue: cue.number)) + match(.feedbackEnded(cue: cue.number))
  }

  mutating func answer(
    _ direction: Direction, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    compare(.answer(direction, responseSeconds: moment.seconds - beganSeconds))
  }

  mutating func tune(by cents: Double, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let effects = match(.adjust(cents: cents))
    for case .playTarget in effects { beganSeconds = moment.seconds }
    return effects
  }
}
