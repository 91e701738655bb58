import PeachEarTraining
import PeachTrialRecords

/// Events of the sessions, and their effects.
extension Trainer {
  private func cue(_ number: Int) -> TrainerCue {
    TrainerCue(session: sessionCount, number: number)
  }

  mutating func compare(_ event: ComparisonEvent) -> [TrainerEffect] {
    guard var session = comparison else { return [] }
    let effects = session.reduce(event)
    comparison = session
    return effects.map { effect in
      switch effect {
      case .play(let cue, let trial) where trial.exercise.isChord:
        return .playNotes(
          self.cue(cue), trial.timedNotes, answerIndex: trial.answerIndex)
      case .play(let cue, let trial):
        return .playPair(
          self.cue(cue), reference: trial.reference, target: trial.target,
          gapSeconds: trial.gapSeconds, isUnison: trial.answer.question.interval == .unison)
      case .stopNotes: return .stopNotes
      case .completed(let trial): return complete(.comparison(trial))
      case .withdrawn: return .withdraw
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
      case .playReference(let cue, let trial):
        dialCents = 0
        return .playReference(self.cue(cue), trial.reference)
      case .playDrone(let trial):
        dialCents = 0
        return .playDrone(trial.drone)
      case .playTarget(let trial):
        return .playTarget(
          trial.target, like: trial.question.interval == .unison ? trial.reference : nil)
      case .bend(let frequency): return .bend(frequency)
      case .stopNotes: return .stopNotes
      case .completed(let trial): return complete(.matching(trial))
      case .withdrawn: return .withdraw
      case .showFeedback(let cue, _, let seconds):
        return .showFeedback(self.cue(cue), seconds: seconds)
      }
    }
  }

  /// Adds a trial to the results.
  mutating func complete(_ trial: CompletedTrial) -> TrainerEffect {
    if let context = study?.advance() {
      lastTrial = trial
      return .storeStudyTrial(trial, sound: preferences.sound, context)
    }
    if let summary { undoPoint = UndoPoint(history: history, summary: summary) }
    lastTrial = trial
    history.add(trial, sound: trial.question.sound, day: today)
    let threshold = threshold
    summary?.add(trial)
    summary?.threshold = threshold
    return .store(trial, sound: preferences.sound)
  }
}
