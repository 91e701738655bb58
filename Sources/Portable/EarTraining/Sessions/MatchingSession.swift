package import PeachMusicUnits

/// Matching trials: a reference, then a target that the user tunes to match it, or to a drone. A
/// state machine like ``ComparisonSession``. Offsets are multiples of 0.1 cents, so that an exact
/// match is reachable by all steps.
package struct MatchingSession<Procedure: ComparisonProcedure>: Sendable {
  /// The maximum offset in cents.
  package static var reachCents: Double { 200 }
  /// The maximum offset at the start over a drone, in cents: beyond it another interval is near.
  private static var chordStartCents: Double { 40 }

  package private(set) var state = MatchingState.idle
  /// The source of thresholds, which matching does not change.
  package var procedure: Procedure
  package var settings = TrainingSettings()
  private var random: RandomSource
  /// The number of the current trial's notes.
  package private(set) var cue = 0
  /// The last completed trial.
  private var last: MatchingTrial?

  package init(procedure: Procedure, seed: UInt64) {
    self.procedure = procedure
    random = RandomSource(seed: seed)
  }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(_ event: MatchingEvent) -> [MatchingEffect] {
    switch event {
    case .start(let day):
      guard state == .idle else { return [] }
      procedure.beginDay(day)
      return beginTrial()
    case .referenceEnded(let number):
      guard case .reference(let trial) = state, number == cue else { return [] }
      state = .awaitingTouch(trial)
      return []
    case .adjust(let cents): return adjust(cents)
    case .commit(let seconds): return commit(seconds)
    case .replay:
      guard var trial = state.trial else { return [] }
      trial.replays += 1
      return [.stopNotes] + play(trial)
    case .feedbackEnded(let number):
      guard case .feedback = state, number == cue else { return [] }
      return beginTrial()
    case .undo:
      guard let last else { return [] }
      self.last = nil
      if state == .idle { return [.withdrawn(last)] }
      return [.stopNotes, .withdrawn(last)] + beginTrial()
    case .stop:
      guard state != .idle else { return [] }
      state = .idle
      return [.stopNotes]
    }
  }

  private mutating func beginTrial() -> [MatchingEffect] {
    let settings = settings.limited
    let question = settings.question(random: &random)
    let form: MatchingForm =
      switch settings.exercise {
      case .drone: .drone
      case .triad: .triad
      default: .melodic
      }
    let most = form == .melodic ? 100.0 : Self.chordStartCents
    let reach = min(max(3 * procedure.threshold(for: question).cents, 20), most)
    let start = Self.tenths(random.between(-reach, reach))
    return play(
      MatchingTrial(
        question: question, tuning: settings.tuning, reference: settings.reference(of: question),
        form: form, startOffsetCents: start, offsetCents: start))
  }

  private mutating func play(_ trial: MatchingTrial) -> [MatchingEffect] {
    cue += 1
    guard trial.form == .melodic else {
      state = .awaitingTouch(trial)
      return [.playDrone(trial)]
    }
    state = .reference(trial)
    return [.playReference(cue: cue, trial)]
  }

  private mutating func adjust(_ cents: Double) -> [MatchingEffect] {
    guard cents.isFinite, var trial = state.trial else { return [] }
    guard case .tuning = state else {
      let effects: [MatchingEffect] = if case .reference = state { [.stopNotes] } else { [] }
      state = .tuning(trial)
      return effects + [.playTarget(trial)]
    }
    let reach = Self.reachCents
    trial.offsetCents = Self.tenths(min(max(trial.offsetCents + cents, -reach), reach))
    state = .tuning(trial)
    return [.bend(trial.target.frequency)]
  }

  private mutating func commit(_ seconds: Double) -> [MatchingEffect] {
    guard case .tuning(var trial) = state else { return [] }
    trial.responseSeconds = seconds.isFinite ? max(seconds, 0) : 0
    state = .feedback(offsetCents: trial.offsetCents)
    last = trial
    return [
      .stopNotes, .completed(trial),
      .showFeedback(
        cue: cue, offsetCents: trial.offsetCents, seconds: settings.limited.feedbackSeconds),
    ]
  }

  /// Rounds to multiples of 0.1 cents.
  private static func tenths(_ cents: Double) -> Double { (cents * 10).rounded() / 10 }
}

/// The state of a ``MatchingSession``, with the current trial.
package enum MatchingState: Equatable, Sendable {
  case idle
  case reference(MatchingTrial)
  /// The reference has ended, or sounds on as a drone. Waiting for the first change.
  case awaitingTouch(MatchingTrial)
  case tuning(MatchingTrial)
  case feedback(offsetCents: Double)

  var trial: MatchingTrial? {
    switch self {
    case .reference(let trial), .awaitingTouch(let trial), .tuning(let trial): trial
    default: nil
    }
  }
}

/// An event that a ``MatchingSession`` handles. Player events carry the number of their cue.
package enum MatchingEvent: Equatable, Sendable {
  /// The user starts training. Days are counted from any origin.
  case start(day: Int)
  case referenceEnded(cue: Int)
  /// The user changes the pitch of the target; the first change only starts it.
  case adjust(cents: Double)
  /// The user accepts the pitch, at a time relative to the first change.
  case commit(responseSeconds: Double)
  /// The user wants to hear the reference again.
  case replay
  case feedbackEnded(cue: Int)
  /// The user has ended the last trial by mistake.
  case undo
  /// The user stops, or the audio device has failed.
  case stop
}

/// An action that a ``MatchingSession`` requests. Effects are performed in order.
package enum MatchingEffect: Equatable, Sendable {
  case playReference(cue: Int, MatchingTrial)
  /// Play the trial's ``MatchingTrial/drone`` until it is stopped.
  case playDrone(MatchingTrial)
  /// Play the trial's ``MatchingTrial/target`` until it is stopped.
  case playTarget(MatchingTrial)
  case bend(Frequency)
  case stopNotes
  case completed(MatchingTrial)
  /// The last completed trial does not count.
  case withdrawn(MatchingTrial)
  /// Show the offset, and send ``MatchingEvent/feedbackEnded(cue:)`` after `seconds`.
  case showFeedback(cue: Int, offsetCents: Double, seconds: Double)
}
