package import PeachEarTraining
import PeachMusicUnits

extension Trainer {
  package var comparisonState: ComparisonState? { comparison?.state }
  package var matchingState: MatchingState? { matching?.state }

  mutating func beginComparison(at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .comparison
    comparison = ComparisonSession(procedure: selected, seed: random.next())
    beginTraining()
    return compare(.start(day: moment.day))
  }

  mutating func beginMatching(at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .matching
    matching = MatchingSession(procedure: selected, seed: random.next())
    beginTraining()
    return match(.start(day: moment.day))
  }

  private mutating func beginTraining() {
    sessionCount += 1
    isPaused = false
    var settings = preferences.settings
    settings.sound = numbers.index(of: preferences.sound)
    settings.compass = sound.compass
    comparison?.settings = settings
    matching?.settings = settings
  }

  private var selected: SelectedProcedure {
    SelectedProcedure(profile: profile, kazez: kazez, isKazez: preferences.procedure == .kazez)
  }

  /// Discards the current trial and keeps the state of the procedure.
  mutating func endTraining() -> [TrainerEffect] {
    let effects = compare(.stop) + match(.stop)
    if let selected = comparison?.procedure {
      (profile, kazez) = (selected.profile, selected.kazez)
    }
    comparison = nil
    matching = nil
    isPaused = false
    sessionCount += 1
    return effects
  }

  mutating func pause() -> [TrainerEffect] {
    guard comparison != nil || matching != nil, !isPaused else { return [] }
    isPaused = true
    return compare(.stop) + match(.stop)
  }

  mutating func pressWhileTraining(
    _ key: TrainerKey, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    let isComparing = screen == .comparison
    if key == .escape {
      let effects = endTraining()
      screen = .home(row: isComparing ? 0 : 1)
      return effects
    }
    if isPaused {
      guard key == .space || key == .enter || key.letter == "p" else { return [] }
      return resume(at: moment)
    }
    if key.letter == "p" { return pause() }
    if key == .space || key.letter == "r" { return compare(.replay) + match(.replay) }
    return isComparing ? answer(key, at: moment) : tune(key, at: moment)
  }

  mutating func resume(at moment: TrainerTimestamp) -> [TrainerEffect] {
    isPaused = false
    soundProblem = ""
    return compare(.start(day: moment.day)) + match(.start(day: moment.day))
  }

  private mutating func answer(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
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

  private func cue(_ number: Int) -> TrainerCue {
    TrainerCue(session: sessionCount, number: number)
  }

  mutating func compare(_ event: ComparisonEvent) -> [TrainerEffect] {
    guard var session = comparison else { return [] }
    let effects = session.reduce(event)
    comparison = session
    return effects.map { effect in
      switch effect {
      case .play(let cue, let trial):
        return .playPair(
          self.cue(cue), reference: trial.reference, target: trial.target,
          gapSeconds: trial.gapSeconds, isUnison: trial.answer.question.interval == .unison)
      case .stopNotes: return .stopNotes
      case .completed(let trial):
        lastComparison = trial
        return .store(.comparison(trial), sound: preferences.sound)
      case .showFeedback(let cue, _, let seconds):
        return .showFeedback(self.cue(cue), seconds: seconds)
      }
    }
  }

  mutating func match(_ event: MatchingEvent) -> [TrainerEffect] {
    guard var session = matching else { return [] }
    let effects = session.reduce(event)
    matching = session
    return effects.map { effect in
      switch effect {
      case .playReference(let cue, let trial): .playReference(self.cue(cue), trial.reference)
      case .playTarget(let trial):
        .playTarget(
          trial.target, like: trial.question.interval == .unison ? trial.reference : nil)
      case .bend(let frequency): .bend(frequency)
      case .stopNotes: .stopNotes
      case .completed(let trial): .store(.matching(trial), sound: preferences.sound)
      case .showFeedback(let cue, _, let seconds): .showFeedback(self.cue(cue), seconds: seconds)
      }
    }
  }
}
