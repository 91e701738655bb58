import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Studies in the trainer")
struct StudyTests {
  typealias Bench = TrainerTests.Bench

  private static func bench(_ text: String) throws -> Bench {
    var bench = Bench()
    let study = try StudyProtocol(Array(text.utf8))
    bench.trainer.beginStudy(
      StudyRun(study, name: "test", participant: "P01", seed: 3, session: "s"))
    return bench
  }

  private static func screen(_ bench: Bench) -> String {
    TrainerView(width: 80, height: 24).lines(of: bench.trainer).map { $0.text }
      .joined(separator: "\n")
  }

  private static let file = """
    block,note,offsetCents,repetitions,feedback,noteSeconds
    low,48,5,2,yes,0.5
    low,48,-5,1,yes,0.5
    high,84,20,2,no,0.7
    """

  @Test("Two blocks: each trial is presented once and stored with its context, not in the profile")
  func session() throws {
    var bench = try Self.bench(Self.file)
    let before = bench.trainer.history
    var contexts: [StudyContext] = []
    for block in 1...2 {
      #expect(bench.trainer.screen == .study)
      #expect(Self.screen(bench).contains("Block \(block) of 2"))
      bench.press(.enter)
      while bench.trainer.screen == .comparison {
        let pair = try #require(bench.pair)
        let cents = pair.target.frequency.interval(from: pair.reference.frequency).value
        bench.send(.targetBegan(pair.cue))
        let effects = bench.press(cents > 0 ? .up : .down)
        for case .storeStudyTrial(.comparison(let trial), sound: "sine", let context) in effects {
          #expect(trial.answer.isRight && abs(trial.answer.offsetCents - cents) < 1e-6)
          #expect(context.block == (trial.answer.question.noteNumber == 48 ? "low" : "high"))
          #expect(trial.reference.durationSeconds == (context.block == "low" ? 0.5 : 0.7))
          // Without feedback the result stays hidden.
          #expect(Self.screen(bench).contains("✓") == (context.block == "low"))
          contexts.append(context)
        }
        // There is no way back.
        #expect(bench.press(.backspace).isEmpty && bench.type(effectsOf: "m").isEmpty)
        bench.effects = effects
        SessionTests.endFeedback(&bench)
      }
    }
    #expect(contexts.map(\.trialNumber) == [1, 2, 3, 4, 5])
    #expect(Set(contexts.map(\.block)) == ["low", "high"])
    #expect(contexts.filter { $0.block == "low" }.map(\.condition).sorted().count == 3)
    #expect(contexts.allSatisfy { $0.participant == "P01" && $0.study == "test" && $0.seed == 3 })
    #expect(Self.screen(bench).contains("complete"))
    #expect(bench.trainer.history.comparisonCount == 0)
    #expect(bench.trainer.history.practice == before.practice)
    #expect(bench.press(.enter) == [.quit])
  }

  @Test("A paused trial is presented again, and Escape ends a paused session")
  func pause() throws {
    var bench = try Self.bench(Self.file)
    bench.press(.enter)
    let pair = try #require(bench.pair)
    bench.press(.escape)
    #expect(bench.trainer.isPaused)
    bench.press(.space)
    let again = try #require(bench.pair)
    #expect(again.reference == pair.reference && again.target == pair.target)
    bench.press(.escape)
    #expect(bench.press(.escape).last == .quit)
  }

  @Test("Q quits between blocks and in a pause; during a trial it pauses")
  func quit() throws {
    var bench = try Self.bench(Self.file)
    bench.press(.enter)
    bench.type("q")
    #expect(bench.trainer.isPaused && !bench.effects.contains(.quit))
    bench.type("q")
    #expect(bench.effects.last == .quit)
    bench = try Self.bench(Self.file)
    bench.type("q")
    #expect(bench.effects == [.quit])
  }

  @Test("A resumed session presents what is left, and stores it as the whole session does")
  func resume() throws {
    let study = try StudyProtocol(Array(Self.file.utf8))
    func answers(_ bench: inout Bench, stopAfter limit: Int) throws -> [TrialRecord] {
      var records: [TrialRecord] = []
      while records.count < limit, bench.trainer.study?.isOver == false {
        if bench.trainer.screen == .study { bench.press(.enter) }
        bench.send(.targetBegan(try #require(bench.pair).cue))
        let effects = bench.press(.up)
        for case .storeStudyTrial(let trial, let sound, let context) in effects {
          let number = UInt64(context.trialNumber)
          var record = TrialRecord(
            trial, sound: sound, milliseconds: Int64(number), day: 1,
            identifier: TrialRecord.identifier(0, number))
          record.study = context
          record.origin = TrialOrigin(session: bench.trainer.study?.session ?? "", run: "r")
          records.append(record)
        }
        bench.press(.space)
      }
      return records
    }
    func withoutTimes(_ records: [TrialRecord]) -> [TrialRecord] {
      records.map { record in
        var record = record
        if case .comparison(var trial) = record.trial {
          trial.responseSeconds = 0
          record.trial = .comparison(trial)
        }
        return record
      }
    }
    var bench = try Self.bench(Self.file)
    let whole = try answers(&bench, stopAfter: 5)
    #expect(whole.count == 5)
    for count in 1..<5 {
      bench = try Self.bench(Self.file)
      let begun = try answers(&bench, stopAfter: count)
      let session = try #require(StudySession.last(of: "P01", in: "test", begun))
      var resumed = Bench()
      resumed.trainer.beginStudy(
        try StudyRun(resuming: session, of: study, name: "test", participant: "P01"))
      let rest = try answers(&resumed, stopAfter: 5)
      #expect(withoutTimes(begun + rest) == withoutTimes(whole), "\(count)")
    }
  }

  @Test("A MIDI keyboard answers in a study")
  func keyboard() throws {
    var bench = try Self.bench("block,note,offsetCents\nonly,60,10\n")
    bench.press(.enter)
    bench.send(.targetBegan(try #require(bench.pair).cue))
    let effects = bench.send(.midi(status: 0x90, first: 72, second: 64))
    #expect(
      effects.contains { if case .storeStudyTrial = $0 { true } else { false } }, "\(effects)")
  }
}
