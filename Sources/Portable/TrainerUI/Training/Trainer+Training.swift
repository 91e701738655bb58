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
    let row = screen == .matching ? 1 : 0
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

  mutating func pressWhileTraining(
    _ key: TrainerKey, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    if study != nil { return pressInStudy(key, at: moment) }
    let isComparing = screen == .comparison
    if key == .escape { return finishTraining(at: moment) }
    if key == .backspace || key.letter == "u" { return undo(at: moment) }
    if isPaused {
      guard key == .space || key == .enter || key.letter == "p" else { return [] }
      return resume(at: moment)
    }
    if review != nil { return pressWhileReviewing(key, at: moment) }
    if key.letter == "p" { return pause(at: moment) }
    if key.letter == "m" { return beginReview() }
    if key == .space || key.letter == "r" { return compare(.replay) + match(.replay) }
    return isComparing ? answer(key, at: moment) : tune(key, at: moment)
  }

  mutating func answer(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let direction: Direction
    switch (key, key.letter) {
    case (.up, _), (_, "k"), (_, "h"): direction = .higher
    case (.down, _), (_, "j"): direction = .lower
    case (_, "l") where preferences.language == .english: direction = .lower
    case (_, "t") where preferences.language == .german: direction = .lower
    default: return []
    }
    return answer(direction, at: moment)
  }

  mutating func answer(
    _ direction: Direction, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    compare(.answer(direction, responseSeconds: moment.seconds - beganSeconds))
  }

  private mutating func tune(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let cents: Double
    switch (key, key.letter) {
    case (.up, _), (_, "k"): cents = 1
    case (.down, _), (_, "j"): cents = -1
    case (.fineUp, _), (_, "+"): cents = 0.1
    case (.fineDown, _), (_, "-"): cents = -0.1
    case (.pageUp, _): cents = 5
    case (.pageDown, _): cents = -5
    case (.enter, _): return match(.commit(responseSeconds: moment.seconds - beganSeconds))
    default: return []
    }
    return tune(by: cents, at: moment)
  }

  mutating func tune(by cents: Double, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let effects = match(.adjust(cents: cents))
    for case .playTarget in effects { beganSeconds = moment.seconds }
    return effects
  }
}
