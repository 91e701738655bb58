import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Matching sessions")
struct MatchingSessionTests {
  private func trial(_ state: MatchingState) -> MatchingTrial? {
    switch state {
    case .reference(let trial), .awaitingTouch(let trial), .tuning(let trial): trial
    default: nil
    }
  }

  @Test("the target starts at the first change, is tuned in steps, and keeps its offset")
  func wholeTrial() throws {
    var session = MatchingSession(procedure: ProfileProcedure(), seed: 4)
    guard case .playReference(cue: 1, let begun)? = session.reduce(.start(day: 0)).first else {
      Issue.record("\(session.state)")
      return
    }
    let planned = try #require(trial(session.state))
    #expect(begun == planned)
    #expect(session.reduce(.referenceEnded(cue: 1)).isEmpty)
    #expect(session.reduce(.commit(responseSeconds: 1)).isEmpty)
    guard case .playTarget(let touched)? = session.reduce(.adjust(cents: 5)).first else {
      Issue.record("\(session.state)")
      return
    }
    let start = touched.target.frequency.interval(from: begun.reference.frequency).value
    #expect(abs(start - planned.startOffsetCents) < 1e-6)
    // Steps of 0.1 cents reach an exact match.
    for _ in 0..<Int((planned.startOffsetCents.magnitude * 10).rounded()) {
      _ = session.reduce(.adjust(cents: planned.startOffsetCents > 0 ? -0.1 : 0.1))
    }
    let effects = session.reduce(.commit(responseSeconds: 4))
    guard effects.count == 3, case .completed(let done) = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    #expect(effects[0] == .stopNotes && done.offsetCents == 0 && done.responseSeconds == 4)
    #expect(effects[2] == .showFeedback(cue: 1, offsetCents: 0, seconds: 1.5))
    #expect(session.state == .feedback(offsetCents: 0))
    #expect(session.reduce(.feedbackEnded(cue: 1)).count == 1)
  }

  @Test("offsets begin within 3 thresholds, at least 20 and at most 100 cents")
  func start() throws {
    for (magnitude, reach) in [(1.0, 20.0), (11, 33), (90, 100)] {
      var session = MatchingSession(procedure: KazezProcedure(startCents: magnitude), seed: 6)
      var largest = 0.0
      for _ in 0..<200 {
        _ = session.reduce(.start(day: 0))
        largest = try max(largest, #require(trial(session.state)).startOffsetCents.magnitude)
        _ = session.reduce(.stop)
      }
      #expect(largest <= reach && largest > 0.9 * reach)
    }
  }

  @Test("a change stops the reference; a repeat keeps the offset; offsets are limited")
  func interruptions() throws {
    var session = MatchingSession(procedure: KazezProcedure(), seed: 2)
    _ = session.reduce(.start(day: 0))
    #expect(session.reduce(.adjust(cents: 1)).first == .stopNotes)
    #expect(session.reduce(.adjust(cents: .nan)).isEmpty)
    _ = session.reduce(.adjust(cents: 1000))
    #expect(trial(session.state)?.offsetCents == 200)
    let again = session.reduce(.replay)
    #expect(again.count == 2 && again.first == .stopNotes)
    #expect(trial(session.state)?.offsetCents == 200 && trial(session.state)?.replays == 1)
    #expect(session.reduce(.referenceEnded(cue: 1)).isEmpty)
    guard case .reference = session.state else {
      Issue.record("a late report counted")
      return
    }
    #expect(session.reduce(.stop) == [.stopNotes] && session.state == .idle)
    for event: MatchingEvent in [
      .stop, .replay, .adjust(cents: 1), .commit(responseSeconds: 1), .feedbackEnded(cue: 2),
      .referenceEnded(cue: 2),
    ] {
      #expect(session.reduce(event).isEmpty && session.state == .idle)
    }
    #expect(session.reduce(.start(day: 1)).count == 1)
    #expect(session.reduce(.start(day: 1)).isEmpty)
  }

  @Test("effects are equatable")
  func effects() {
    let trial = MatchingTrial(
      question: TrialQuestion(noteNumber: 69), tuning: .equal,
      reference: TrialNote(frequency: .hertz(440)), startOffsetCents: 5, offsetCents: 5,
      replays: 0, responseSeconds: 0)
    #expect(MatchingEffect.playTarget(trial) != .playReference(cue: 1, trial))
    #expect(MatchingEffect.bend(.hertz(441)) == .bend(.hertz(441)))
  }
}
