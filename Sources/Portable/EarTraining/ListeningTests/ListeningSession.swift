/// The course of a listening test. A deterministic state machine without screen, audio and clock:
/// ``reduce(_:)`` takes an event and returns effects to perform. Not thread-safe.
///
/// Each trial presents its stimuli once. Then the listener repeats any of them, as often as needed.
/// An answer counts once every stimulus has begun to sound. No effect reveals an assignment before
/// ``ListeningEffect/finished``.
///
/// ```swift
/// var session = ListeningSession(plan)
/// session.reduce(.start)  // [begin(number: 1), play(cue: 1, .a, delaySeconds: 0)]
/// ```
package struct ListeningSession: Sendable {
  /// The silence before a trial, in seconds.
  package static var pauseSeconds: Double { 0.8 }
  /// The silence between the stimuli of a trial, in seconds.
  package static var gapSeconds: Double { 0.3 }

  package let trials: [ListeningTrial]
  /// The completed trials.
  package private(set) var responses: [ListeningResponse] = []
  package private(set) var state = ListeningState.idle
  private var cue = 0

  package init(_ plan: ListeningPlan) { trials = plan.trials }

  /// The current trial.
  package var trial: ListeningTrial? {
    guard case .trial = state else { return nil }
    return trials[responses.count]
  }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(_ event: ListeningEvent) -> [ListeningEffect] {
    switch event {
    case .start:
      guard state == .idle else { return [] }
      return beginTrial(delaySeconds: 0)
    case .stop:
      guard state != .idle, state != .finished else { return [] }
      state = .finished
      return [.stopSound, .finished]
    default: break
    }
    guard case .trial(var progress) = state, let kind = trial?.kind else { return [] }
    switch event {
    case .began(let number):
      guard number == cue, let stimulus = progress.sounding else { return [] }
      progress.begin(stimulus)
      state = .trial(progress)
      return [.began(stimulus)]
    case .ended(let number):
      guard number == cue else { return [] }
      return end(&progress, kind)
    case .play(let stimulus):
      guard kind.stimuli.contains(stimulus) else { return [] }
      progress.isPresenting = false
      return play(stimulus, &progress, delaySeconds: 0)
    case .answer(let answer, let seconds):
      if kind == .abx && answer == .neither { return [] }
      guard progress.isAnswerable(kind) else { return [.listenFirst] }
      return record(answer, plays: progress.plays, seconds: seconds)
    case .start, .stop: return []
    }
  }

  private mutating func beginTrial(delaySeconds: Double) -> [ListeningEffect] {
    guard responses.count < trials.count else {
      state = .finished
      return [.finished]
    }
    var progress = TrialProgress()
    let play = play(.a, &progress, delaySeconds: delaySeconds)
    return [.begin(number: responses.count + 1)] + play
  }

  private mutating func play(
    _ stimulus: ListeningStimulus, _ progress: inout TrialProgress, delaySeconds: Double
  ) -> [ListeningEffect] {
    cue += 1
    progress.sounding = stimulus
    state = .trial(progress)
    return [.play(cue: cue, stimulus, delaySeconds: delaySeconds)]
  }

  private mutating func end(
    _ progress: inout TrialProgress, _ kind: ListeningTestKind
  ) -> [ListeningEffect] {
    progress.sounding = nil
    state = .trial(progress)
    if let next = progress.nextPresented(kind) {
      return progress.isPresenting ? play(next, &progress, delaySeconds: Self.gapSeconds) : []
    }
    if progress.isAsked { return [] }
    progress.isAsked = true
    state = .trial(progress)
    return [.ask]
  }

  private mutating func record(
    _ answer: ListeningAnswer, plays: Int, seconds: Double
  ) -> [ListeningEffect] {
    let response = ListeningResponse(
      trial: trials[responses.count], answer: answer, plays: plays,
      responseSeconds: seconds.isFinite ? max(seconds, 0) : 0)
    responses.append(response)
    return [.stopSound, .completed(response)] + beginTrial(delaySeconds: Self.pauseSeconds)
  }
}

/// The state of a ``ListeningSession``.
package enum ListeningState: Equatable, Sendable {
  case idle
  case trial(TrialProgress)
  case finished
}

/// The progress of a listener within a trial.
package struct TrialProgress: Equatable, Sendable {
  /// The stimulus that sounds or is about to, or `nil`.
  package fileprivate(set) var sounding: ListeningStimulus?
  /// Whether the stimuli are presented one after another, until the listener chooses one.
  fileprivate var isPresenting = true
  fileprivate var isAsked = false
  fileprivate var plays = 0
  /// A bit for each stimulus that has begun.
  private var heard: UInt8 = 0

  fileprivate mutating func begin(_ stimulus: ListeningStimulus) {
    heard |= 1 &<< stimulus.rawValue
    plays += 1
  }

  /// Whether every stimulus has begun.
  package func isAnswerable(_ kind: ListeningTestKind) -> Bool {
    nextPresented(kind) == nil
  }

  fileprivate func nextPresented(_ kind: ListeningTestKind) -> ListeningStimulus? {
    for stimulus in kind.stimuli where heard & (1 &<< stimulus.rawValue) == 0 { return stimulus }
    return nil
  }
}
