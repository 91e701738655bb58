import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Comparison sessions")
struct ComparisonSessionTests {
  private func session(seed: UInt64 = 1) -> ComparisonSession<KazezProcedure> {
    ComparisonSession(procedure: KazezProcedure(), seed: seed)
  }

  private func trial(_ state: ComparisonState) -> ComparisonTrial? {
    switch state {
    case .reference(let trial), .target(let trial), .awaitingAnswer(let trial): trial
    default: nil
    }
  }

  @Test("a trial goes from reference to target to answer to feedback, and the next begins")
  func wholeTrial() throws {
    var session = session()
    let start = session.reduce(.start(day: 3))
    let planned = try #require(trial(session.state))
    #expect(start == [ComparisonEffect.play(cue: 1, planned)])
    #expect(session.reduce(.targetBegan(cue: 1)).isEmpty)
    #expect(session.reduce(.targetEnded(cue: 1)).isEmpty)
    guard case .awaitingAnswer = session.state else {
      Issue.record("\(session.state)")
      return
    }
    let direction = planned.answer.direction
    let effects = session.reduce(.answer(direction, responseSeconds: 1.25))
    guard case .completed(let done)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    // The completed trial is the planned one with its response: all that is stored of it.
    var expected = planned
    expected.answer.heard = direction
    expected.responseSeconds = 1.25
    #expect(done == expected && done.answer.isRight && done.replays == 0)
    #expect(done.answer.offsetCents.magnitude == 100)
    #expect(effects.dropFirst() == [.showFeedback(cue: 1, isRight: true, seconds: 1.5)])
    #expect(abs(session.procedure.magnitudeCents - 50) < 1e-9)
    guard case .play(cue: 2, _)? = session.reduce(.feedbackEnded(cue: 1)).first else {
      Issue.record("\(session.state)")
      return
    }
  }

  @Test("an answer counts from the target's onset, and stops the target")
  func early() {
    var session = session()
    _ = session.reduce(.start(day: 0))
    #expect(session.reduce(.answer(.higher, responseSeconds: 0)).isEmpty)
    let direction = trial(session.state)?.answer.direction ?? .higher
    _ = session.reduce(.targetBegan(cue: 1))
    let effects = session.reduce(.answer(direction, responseSeconds: 0.2))
    #expect(effects.first == .stopNotes && effects.count == 3)
    #expect(session.state == .feedback(isRight: true))
    #expect(session.reduce(.answer(.lower, responseSeconds: 0.3)).isEmpty)
  }

  @Test("a repeat plays the same notes with a new cue, and is counted")
  func replay() throws {
    var session = session()
    let first = session.reduce(.start(day: 0))
    #expect(session.reduce(.replay).isEmpty)
    _ = session.reduce(.targetBegan(cue: 1))
    let again = session.reduce(.replay)
    guard case .play(cue: 1, var trial)? = first.first else {
      Issue.record("\(first)")
      return
    }
    trial.replays = 1
    #expect(again == [.stopNotes, .play(cue: 2, trial)])
    _ = session.reduce(.targetBegan(cue: 2))
    let wrong: PitchDirection = trial.answer.direction == .higher ? .lower : .higher
    let answered = session.reduce(.answer(wrong, responseSeconds: 1))
    guard answered.count == 3, case .completed(let done) = answered[1] else {
      Issue.record("\(session.state)")
      return
    }
    #expect(done.replays == 1 && !done.answer.isRight)
  }

  @Test("any state stops; an unfinished trial is discarded; late events are ignored")
  func stopping() {
    let paths: [[ComparisonEvent]] = [
      [], [.targetBegan(cue: 1)],
      [.targetBegan(cue: 1), .targetEnded(cue: 1)],
      [.targetBegan(cue: 1), .answer(.higher, responseSeconds: 1)],
    ]
    for path in paths {
      var session = session()
      _ = session.reduce(.start(day: 0))
      for event in path { _ = session.reduce(event) }
      #expect(session.reduce(.stop) == [.stopNotes] && session.state == .idle)
      for event: ComparisonEvent in [
        .stop, .replay, .answer(.lower, responseSeconds: 1), .targetBegan(cue: 1),
        .targetEnded(cue: 1), .feedbackEnded(cue: 1),
      ] {
        #expect(session.reduce(event).isEmpty && session.state == .idle)
      }
      _ = session.reduce(.start(day: 0))
      let state = session.state
      // Events of the last trial and a second start are ignored.
      for event: ComparisonEvent in [
        .targetBegan(cue: 1), .targetEnded(cue: 1), .feedbackEnded(cue: 1),
        .start(day: 1),
      ] {
        #expect(session.reduce(event).isEmpty && session.state == state)
      }
    }
  }

  @Test("questions follow the settings, and targets are relative to references")
  func questions() throws {
    var session = session(seed: 8)
    var settings = TrainingSettings()
    settings.notes = 50...55
    settings.tuning = .pythagorean
    settings.intervals = [7, -5].compactMap { MusicalInterval(semitones: $0) }
    settings.loudnessVariationDecibels = 3
    settings.noteSeconds = 99
    session.settings = settings
    var keys: Set<Double> = []
    for _ in 0..<60 {
      _ = session.reduce(.start(day: 0))
      let asked = try #require(trial(session.state))
      let question = asked.answer.question
      keys.insert(question.noteNumber)
      #expect(asked.target.durationSeconds == 3 && abs(asked.target.levelDecibels) <= 3)
      let ratio = question.interval.semitones == 7 ? 1.5 : 0.75
      let pure = Frequency(hertz: asked.reference.frequency.hertz * ratio)
      let away = asked.target.frequency.interval(from: pure).value
      #expect(abs(away - asked.answer.offsetCents) < 1e-6)
      _ = session.reduce(.stop)
    }
    #expect(keys == [50, 51, 52, 53, 54, 55])
  }

  @Test("sessions are deterministic")
  func determinism() {
    func effects(seed: UInt64) -> [ComparisonEffect] {
      var session = ComparisonSession(procedure: ProfileProcedure(), seed: seed)
      var all = session.reduce(.start(day: 0))
      for cue in 1...10 {
        all += session.reduce(.targetBegan(cue: cue))
        all += session.reduce(.answer(cue % 3 == 0 ? .lower : .higher, responseSeconds: 1))
        all += session.reduce(.feedbackEnded(cue: cue))
      }
      return all
    }
    #expect(effects(seed: 1) == effects(seed: 1) && effects(seed: 1) != effects(seed: 2))
    #expect(effects(seed: 1).count == 1 + 10 * 4)
  }
}
