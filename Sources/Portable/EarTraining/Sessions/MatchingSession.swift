/// Matching trials: a reference, then a target that the user tunes to match it.
///
/// A state machine like ``ComparisonSession``. Offsets are multiples of 0.1 cents, so that an exact
/// match is reachable by all steps.
package struct MatchingSession<Procedure: ComparisonProcedure>: Sendable {
  /// The duration of the feedback.
  package static var feedbackSeconds: Double { 0.4 }
  /// The maximum offset in cents.
  package static var reachCents: Double { 200 }

  /// The current state.
  package private(set) var state = MatchingState.idle
  /// The source of thresholds, which matching does not change.
  package var procedure: Procedure
  /// The settings of the next trial.
  package var settings = TrainingSettings()
  private var random: RandomSource
  private var cue = 0

  /// Creates an idle session.
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
    case .stop:
      guard state != .idle else { return [] }
      state = .idle
      return [.stopNotes]
    }
  }

  private mutating func beginTrial() -> [MatchingEffect] {
    let settings = settings.limited
    let question = settings.question(random: &random)
    let reach = min(max(3 * procedure.threshold(for: question).cents, 20), 100)
    let start = Self.tenths(random.between(-reach, reach))
    return play(
      MatchingTrial(
        question: question, tuning: settings.tuning,
        reference: TrialNote(
          frequency: settings.reference(of: question), durationSeconds: settings.noteSeconds),
        startOffsetCents: start, offsetCents: start, replays: 0, responseSeconds: 0))
  }

  private mutating func play(_ trial: MatchingTrial) -> [MatchingEffect] {
    cue += 1
    state = .reference(trial)
    return [.playReference(cue: cue, trial)]
  }

  private mutating func adjust(_ cents: Double) -> [MatchingEffect] {
    guard cents.isFinite, var trial = state.trial else { return [] }
    guard case .tuning = state else {
      var effects: [MatchingEffect] = []
      if case .reference = state { effects.append(.stopNotes) }
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
    return [
      .stopNotes, .completed(trial),
      .showFeedback(
        cue: cue, offsetCents: trial.offsetCents, seconds: Self.feedbackSeconds),
    ]
  }

  /// Rounds to multiples of 0.1 cents.
  private static func tenths(_ cents: Double) -> Double { (cents * 10).rounded() / 10 }
}
