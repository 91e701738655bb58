/// Matching: a reference, then a note somewhere beside, to be moved until it fits.
///
/// A state machine without screen, sound and clock, as ``ComparisonSession`` is. Offsets are whole
/// tenths of a cent, so that the exact place can be reached by any steps.
public struct MatchingSession<Procedure: ComparisonProcedure>: Sendable {
  /// How long the result is shown.
  public static var feedbackSeconds: Double { 0.4 }
  /// How far off the note can be moved, in cents to each side.
  public static var reachCents: Double { 200 }

  /// What is going on.
  public private(set) var state = MatchingState.idle
  /// Where thresholds are read; matching does not change it.
  public var procedure: Procedure
  /// Read when a trial begins.
  public var settings = TrainingSettings()
  private var random: RandomSource
  private var cue = 0

  /// A session at rest.
  public init(procedure: Procedure, seed: UInt64) {
    self.procedure = procedure
    random = RandomSource(seed: seed)
  }

  /// Takes an event; one that has no meaning now changes nothing and has no effects.
  public mutating func reduce(_ event: MatchingEvent) -> [MatchingEffect] {
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

  /// The nearest whole tenth.
  private static func tenths(_ cents: Double) -> Double { (cents * 10).rounded() / 10 }
}
