import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Sessions of listening tests")
struct ListeningSessionTests {
  private func session(_ kind: ListeningTestKind = .abx, count: Int = 3) -> ListeningSession {
    ListeningSession(
      ListeningPlan(
        kind: kind, pair: .straightening,
        conditions: [ListeningCondition(sound: 0, frequency: .hertz(220))], count: count, seed: 2))
  }

  /// Lets the current sound, and all that follow by themselves, begin and end.
  private func listen(_ session: inout ListeningSession, cue: inout Int) -> [ListeningEffect] {
    var all: [ListeningEffect] = []
    while case .trial(let progress) = session.state, progress.sounding != nil {
      all += session.reduce(.began(cue: cue))
      let effects = session.reduce(.ended(cue: cue))
      if case .play(let next, _, _)? = effects.last { cue = next }
      all += effects
    }
    return all
  }

  @Test(
    "A, B and X sound in order, then the question; the answer is stored and the next trial begins")
  func course() throws {
    var session = session()
    #expect(
      session.reduce(.start) == [.begin(number: 1), .play(cue: 1, .a, delaySeconds: 0)])
    #expect(session.reduce(.start) == [])
    let trial = try #require(session.trial)
    var cue = 1
    #expect(
      listen(&session, cue: &cue) == [
        .began(.a), .play(cue: 2, .b, delaySeconds: 0.3), .began(.b),
        .play(cue: 3, .x, delaySeconds: 0.3), .began(.x), .ask,
      ])
    let response = ListeningResponse(trial: trial, answer: .b, plays: 3, responseSeconds: 4.5)
    #expect(
      session.reduce(.answer(.b, responseSeconds: 4.5)) == [
        .stopSound, .completed(response), .begin(number: 2),
        .play(cue: 4, .a, delaySeconds: 0.8),
      ])
    #expect(session.responses == [response])
    #expect(response.isCorrect == trial.isXEqualToB)
  }

  @Test("After the last answer the test is finished, and ignores all events")
  func end() {
    for kind in ListeningTestKind.allCases {
      var session = session(kind, count: 2)
      _ = session.reduce(.start)
      var cue = 1
      for number in 1...2 {
        _ = listen(&session, cue: &cue)
        let effects = session.reduce(.answer(.a, responseSeconds: 1))
        if case .play(let next, _, _)? = effects.last { cue = next }
        #expect((effects.last == .finished) == (number == 2))
      }
      #expect(session.state == .finished && session.trial == nil && session.responses.count == 2)
      for event: ListeningEvent in [
        .start, .began(cue: cue), .ended(cue: cue), .play(.a), .answer(.a, responseSeconds: 1),
        .stop,
      ] { #expect(session.reduce(event) == [] && session.responses.count == 2) }
    }
  }

  @Test("An answer counts once every stimulus has begun")
  func early() {
    var session = session()
    _ = session.reduce(.start)
    let answer = ListeningEvent.answer(.a, responseSeconds: 1)
    #expect(session.reduce(answer) == [.listenFirst])
    _ = session.reduce(.began(cue: 1))
    // X alone is not enough.
    #expect(session.reduce(.play(.x)) == [.play(cue: 2, .x, delaySeconds: 0)])
    #expect(session.reduce(.ended(cue: 1)) == [] && session.reduce(.began(cue: 1)) == [])
    _ = session.reduce(.began(cue: 2))
    #expect(session.reduce(answer) == [.listenFirst])
    // The listener has taken over: B does not sound by itself.
    #expect(session.reduce(.ended(cue: 2)) == [])
    #expect(session.reduce(.play(.b)) == [.play(cue: 3, .b, delaySeconds: 0)])
    #expect(session.reduce(answer) == [.listenFirst])
    #expect(session.reduce(.began(cue: 3)) == [.began(.b)])
    let effects = session.reduce(answer)
    #expect(effects.contains(.begin(number: 2)) && session.responses.first?.plays == 3)
  }

  @Test("Repetitions are counted, and the question is asked once")
  func repetitions() {
    var session = session()
    _ = session.reduce(.start)
    var cue = 1
    _ = listen(&session, cue: &cue)
    for stimulus in [ListeningStimulus.a, .b, .x, .x] {
      let effects = session.reduce(.play(stimulus))
      guard case .play(let next, let played, delaySeconds: 0)? = effects.first else {
        Issue.record("\(effects)")
        return
      }
      #expect(played == stimulus)
      cue = next
      #expect(listen(&session, cue: &cue) == [.began(stimulus)])
    }
    _ = session.reduce(.answer(.a, responseSeconds: .nan))
    #expect(session.responses.first?.plays == 7 && session.responses.first?.responseSeconds == 0)
  }

  @Test("Pairs have no X, and may have no difference; ABX trials must be answered")
  func kinds() {
    var pairs = session(.preference)
    _ = pairs.reduce(.start)
    var cue = 1
    #expect(
      listen(&pairs, cue: &cue)
        == [.began(.a), .play(cue: 2, .b, delaySeconds: 0.3), .began(.b), .ask])
    #expect(pairs.reduce(.play(.x)) == [])
    #expect(pairs.reduce(.answer(.neither, responseSeconds: 1)).contains(.begin(number: 2)))
    #expect(pairs.responses.first?.preferred == nil && pairs.responses.first?.isCorrect == nil)
    var abx = session()
    _ = abx.reduce(.start)
    cue = 1
    _ = listen(&abx, cue: &cue)
    #expect(abx.reduce(.answer(.neither, responseSeconds: 1)) == [] && abx.responses.isEmpty)
  }

  @Test("A test can be stopped in every state; completed answers remain")
  func stop() {
    var session = session()
    #expect(session.reduce(.stop) == [])
    _ = session.reduce(.start)
    var cue = 1
    _ = listen(&session, cue: &cue)
    _ = session.reduce(.answer(.a, responseSeconds: 1))
    #expect(session.reduce(.stop) == [.stopSound, .finished])
    #expect(session.state == .finished && session.responses.count == 1)
  }
}
