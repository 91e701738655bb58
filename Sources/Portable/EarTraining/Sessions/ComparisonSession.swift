import PeachMusicUnits

/// Comparison trials: a reference, then a target that is higher or lower than its nominal pitch.
///
/// A deterministic state machine without screen, audio and clock: ``reduce(_:)`` takes an event and
/// returns effects to perform. Not thread-safe.
///
/// ```swift
/// var session = ComparisonSession(procedure: ProfileProcedure(), seed: 1)
/// session.reduce(.start(day: 0))  // [play(cue: 1, …)]
/// ```
package struct ComparisonSession<Procedure: ComparisonProcedure>: Sendable {
  /// The duration of the feedback.
  package static var feedbackSeconds: Double { 0.4 }

  /// The current state.
  package private(set) var state = ComparisonState.idle
  /// The procedure, which learns from each trial.
  package private(set) var procedure: Procedure
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
  package mutating func reduce(_ event: ComparisonEvent) -> [ComparisonEffect] {
    switch event {
    case .start(let day):
      guard state == .idle else { return [] }
      procedure.beginDay(day)
      return beginTrial()
    case .targetBegan(let number):
      guard case .reference(let trial) = state, number == cue else { return [] }
      state = .target(trial)
      return []
    case .targetEnded(let number):
      guard case .target(let trial) = state, number == cue else { return [] }
      state = .awaitingAnswer(trial)
      return []
    case .answer(let direction, let seconds): return answer(direction, seconds)
    case .replay: return replay()
    case .feedbackEnded(let number):
      guard case .feedback = state, number == cue else { return [] }
      return beginTrial()
    case .stop:
      guard state != .idle else { return [] }
      state = .idle
      return [.stopNotes]
    }
  }

  private mutating func beginTrial() -> [ComparisonEffect] {
    let settings = settings.limited
    let question = settings.question(random: &random)
    let direction: Direction = random.coin() ? .higher : .lower
    let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
    let reference = settings.reference(of: question)
    let target = settings.tuning.target(
      reference: reference, interval: question.interval, offset: Cents(offset))
    let variation = settings.loudnessVariationDecibels
    let level = random.between(-variation, variation)
    let trial = ComparisonTrial(
      answer: ComparisonResponse(question: question, offsetCents: offset, heard: direction),
      tuning: settings.tuning,
      reference: TrialNote(frequency: reference, durationSeconds: settings.noteSeconds),
      target: TrialNote(
        frequency: target, levelDecibels: level, durationSeconds: settings.noteSeconds),
      gapSeconds: settings.gapSeconds, replays: 0, responseSeconds: 0)
    return play(trial)
  }

  private mutating func play(_ trial: ComparisonTrial) -> [ComparisonEffect] {
    cue += 1
    state = .reference(trial)
    return [.play(cue: cue, trial)]
  }

  private mutating func answer(_ heard: Direction, _ seconds: Double) -> [ComparisonEffect] {
    guard var trial = state.answerable else { return [] }
    trial.answer.heard = heard
    trial.responseSeconds = seconds.isFinite ? max(seconds, 0) : 0
    procedure.record(trial.answer)
    var effects: [ComparisonEffect] = []
    if case .target = state { effects.append(.stopNotes) }
    let isRight = trial.answer.isRight
    state = .feedback(isRight: isRight)
    effects.append(.completed(trial))
    effects.append(.showFeedback(cue: cue, isRight: isRight, seconds: Self.feedbackSeconds))
    return effects
  }

  private mutating func replay() -> [ComparisonEffect] {
    guard var trial = state.answerable else { return [] }
    trial.replays += 1
    return [.stopNotes] + play(trial)
  }
}
