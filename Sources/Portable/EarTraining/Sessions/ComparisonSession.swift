import PeachMusicUnits

/// Comparison trials: a reference, then a target that is higher or lower than its nominal pitch. A
/// deterministic state machine without screen, audio and clock: ``reduce(_:)`` takes an event and
/// returns effects to perform. Not thread-safe. With ``TrainingExercise/width`` and
/// ``TrainingExercise/purity`` as the exercise of the settings, notes sound together.
///
/// ```swift
/// var session = ComparisonSession(procedure: ProfileProcedure(), seed: 1)
/// session.reduce(.start(day: 0))  // [play(cue: 1, …)]
/// ```
package struct ComparisonSession<Procedure: ComparisonProcedure>: Sendable {
  package private(set) var state = ComparisonState.idle
  package private(set) var procedure: Procedure
  package var settings = TrainingSettings()
  /// The next trial of a study, instead of one that the procedure chooses.
  package var nextTrial: ComparisonTrial?
  private var random: RandomSource
  /// The number of the current trial's notes.
  package private(set) var cue = 0
  private var day = 0
  /// The last answer, with the procedure before it.
  private var last: (trial: ComparisonTrial, procedure: Procedure)?

  package init(procedure: Procedure, seed: UInt64) {
    self.procedure = procedure
    random = RandomSource(seed: seed)
  }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(_ event: ComparisonEvent) -> [ComparisonEffect] {
    switch event {
    case .start(let day):
      guard state == .idle else { return [] }
      self.day = day
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
    case .replay:
      guard var trial = state.answerable else { return [] }
      trial.replays += 1
      return [.stopNotes] + play(trial)
    case .feedbackEnded(let number):
      guard case .feedback = state, number == cue else { return [] }
      return beginTrial()
    case .undo: return undo()
    case .stop:
      guard state != .idle else { return [] }
      state = .idle
      return [.stopNotes]
    }
  }

  private mutating func beginTrial() -> [ComparisonEffect] {
    if let nextTrial { return play(nextTrial) }
    let settings = settings.limited
    let question = settings.question(random: &random)
    let direction: PitchDirection = random.coin() ? .higher : .lower
    let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
    let reference = settings.reference(of: question)
    let form = form(settings.exercise, offset)
    var detuning = offset
    if case .purity(let cents) = form { detuning = cents }
    let target = settings.tuning.target(
      reference: reference.frequency, interval: question.interval, offset: Cents(detuning))
    let variation = settings.loudnessVariationDecibels
    return play(
      ComparisonTrial(
        answer: ComparisonResponse(question: question, offsetCents: offset, heard: direction),
        tuning: settings.tuning, reference: reference,
        target: TrialNote(
          frequency: target, levelDecibels: random.between(-variation, variation),
          durationSeconds: reference.durationSeconds),
        form: form, gapSeconds: settings.gapSeconds))
  }

  /// Returns the form of the next trial. A detuned interval is as often wide as narrow.
  private mutating func form(_ exercise: TrainingExercise, _ offset: Double) -> ComparisonForm {
    switch exercise {
    case .width: .width
    case .purity: .purity(detuningCents: random.coin() ? offset : -offset)
    default: .melodic
    }
  }

  private mutating func play(_ trial: ComparisonTrial) -> [ComparisonEffect] {
    cue += 1
    state = .reference(trial)
    return [.play(cue: cue, trial)]
  }

  private mutating func answer(_ heard: PitchDirection, _ seconds: Double) -> [ComparisonEffect] {
    guard var trial = state.answerable else { return [] }
    trial.answer.heard = heard
    trial.responseSeconds = seconds.isFinite ? max(seconds, 0) : 0
    last = (trial, procedure)
    procedure.record(trial.answer)
    let effects: [ComparisonEffect] = if case .target = state { [.stopNotes] } else { [] }
    let isRight = trial.answer.isRight
    state = .feedback(isRight: isRight)
    return effects + [
      .completed(trial),
      .showFeedback(cue: cue, isRight: isRight, seconds: settings.limited.feedbackSeconds),
    ]
  }

  /// Withdraws the last answer from the procedure. A new trial replaces the current one, which the
  /// procedure has chosen with that answer.
  private mutating func undo() -> [ComparisonEffect] {
    guard let last else { return [] }
    self.last = nil
    procedure = last.procedure
    procedure.beginDay(day)
    if state == .idle { return [.withdrawn(last.trial)] }
    return [.stopNotes, .withdrawn(last.trial)] + beginTrial()
  }
}

/// The state of a ``ComparisonSession``, with the current trial.
package enum ComparisonState: Equatable, Sendable {
  case idle
  /// The reference plays. Answers are ignored.
  case reference(ComparisonTrial)
  /// The target plays. An answer stops it.
  case target(ComparisonTrial)
  case awaitingAnswer(ComparisonTrial)
  case feedback(isRight: Bool)

  /// The trial, if an answer is accepted.
  var answerable: ComparisonTrial? {
    switch self {
    case .target(let trial), .awaitingAnswer(let trial): trial
    default: nil
    }
  }
}

/// An event that a ``ComparisonSession`` handles. Player events carry the number of their cue, so
/// that late events about stopped notes are ignored.
package enum ComparisonEvent: Equatable, Sendable {
  /// The user starts training. Days are counted from any origin.
  case start(day: Int)
  case targetBegan(cue: Int)
  case targetEnded(cue: Int)
  /// The user has answered, at a time relative to the target's onset.
  case answer(PitchDirection, responseSeconds: Double)
  /// The user wants to hear both notes again.
  case replay
  case feedbackEnded(cue: Int)
  /// The user has mistyped the last answer.
  case undo
  /// The user stops, or the audio device has failed.
  case stop
}

/// An action that a ``ComparisonSession`` requests. Effects are performed in order.
package enum ComparisonEffect: Equatable, Sendable {
  /// Schedule the ``ComparisonTrial/timedNotes`` of the trial in one call.
  case play(cue: Int, ComparisonTrial)
  case stopNotes
  case completed(ComparisonTrial)
  /// The last completed trial does not count.
  case withdrawn(ComparisonTrial)
  /// Show whether the answer was right, and send ``ComparisonEvent/feedbackEnded(cue:)`` after
  /// `seconds`.
  case showFeedback(cue: Int, isRight: Bool, seconds: Double)
}
