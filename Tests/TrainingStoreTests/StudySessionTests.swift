import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords
import TestEnvironment
import Testing

@Suite("Interrupted sessions of studies")
struct StudySessionTests {
  private static let text = """
    block,condition,note,offsetCents,repetitions
    low,flat,48,-5,4
    low,sharp,48,5,4
    high,wide,84,20,4
    """

  private static func study(_ text: String = text) throws -> StudyProtocol {
    try StudyProtocol(Array(text.utf8))
  }

  /// Returns the record of an answer that a listener, who hears 5 cents rightly, gives.
  private static func record(
    _ trial: PlannedTrial, seed: Int64, session: String, participant: String = "P01",
    isSilent: Bool = false
  ) -> TrialRecord {
    let condition = trial.condition
    let question = TrialQuestion(noteNumber: condition.noteNumber, interval: condition.interval)
    let note = TrialNote(frequency: .hertz(440), durationSeconds: 1)
    let comparison = ComparisonTrial(
      answer: ComparisonResponse(
        question: question, offsetCents: condition.offsetCents,
        heard: condition.offsetCents > 0 ? .higher : .lower),
      tuning: .equal, reference: note, target: note, gapSeconds: 0)
    var record = TrialRecord(
      .comparison(comparison), sound: "sine", milliseconds: Int64(trial.trialNumber), day: 1,
      identifier: TrialRecord.identifier(UInt64(trial.trialNumber), UInt64(seed)))
    record.study = StudyContext(
      participant: participant, study: "test", seed: seed, block: condition.block,
      blockNumber: trial.blockNumber, trialNumber: trial.trialNumber, condition: condition.name)
    record.origin = TrialOrigin(session: session, run: session)
    record.isSilent = isSilent
    return record
  }

  @Test(
    "After any number of answers, the rest completes the plan: the trials equal those of one run",
    arguments: 0..<12)
  func resume(count: Int) throws {
    let study = try Self.study()
    let plan = study.trials(seed: 9)
    let stored = plan.prefix(count).map { Self.record($0, seed: 9, session: "a") }
    let session = StudySession.last(of: "P01", in: "test", stored)
    guard count > 0 else {
      #expect(session == nil)
      return
    }
    let found = try #require(session)
    #expect(found.seed == 9 && found.answerCount == count && found.sound == "sine")
    let rest = try found.remainder(of: study)
    #expect(Array(plan.prefix(count)) + rest == plan)
    let resumed = stored + rest.map { Self.record($0, seed: 9, session: "a") }
    let whole = plan.map { Self.record($0, seed: 9, session: "a") }
    #expect(resumed == whole)
  }

  @Test("Trials that could not be stored are presented again, in their order")
  func gaps() throws {
    let study = try Self.study()
    let plan = study.trials(seed: 3)
    let stored = [0, 1, 4, 6].map { Self.record(plan[$0], seed: 3, session: "a") }
    let session = try #require(StudySession.last(of: "P01", in: "test", stored))
    #expect(
      try session.remainder(of: study).map(\.trialNumber) == [3, 4, 6, 8, 9, 10, 11, 12])
  }

  @Test("The session is the participant's last one of this study, with or without a device")
  func selection() throws {
    let plan = try Self.study().trials(seed: 3)
    var records = [
      Self.record(plan[0], seed: 3, session: "a"), Self.record(plan[0], seed: 4, session: "b"),
      Self.record(plan[0], seed: 5, session: "c", participant: "P02"),
      Self.record(plan[0], seed: 6, session: "d", isSilent: true),
    ]
    records.append(Self.record(plan[1], seed: 7, session: "e"))
    records[4].origin = nil
    func found(_ participant: String, _ study: String = "test", isSilent: Bool = false) -> String? {
      StudySession.last(of: participant, in: study, records, isSilent: isSilent)?.identifier
    }
    #expect(found("P01") == "b" && found("P02") == "c" && found("P01", isSilent: true) == "d")
    #expect(found("P03") == nil && found("P01", "other") == nil)
  }

  @Test("A complete session and a changed protocol are refused")
  func refused() throws {
    let study = try Self.study()
    let plan = study.trials(seed: 2)
    func session(_ count: Int) throws -> StudySession {
      try #require(
        StudySession.last(
          of: "P01", in: "test", plan.prefix(count).map { Self.record($0, seed: 2, session: "a") }))
    }
    #expect(throws: StudySessionError.complete(count: 12)) {
      try session(12).remainder(of: study)
    }
    for (from, to) in [
      ("sharp,48,5", "sharp,48,6"), ("flat,48", "flat,49"), ("wide", "wider"), ("high,", "top,"),
      ("20,4", "20,1"),
    ] {
      let changed = try Self.study(Self.text.replacing(from, with: to))
      #expect(throws: StudySessionError.self, "\(to)") { try session(11).remainder(of: changed) }
    }
  }

  /// The standard score of the number of runs in all sequences, given the numbers of both values in
  /// each (Wald and Wolfowitz 1940).
  private static func runsDeviation(_ sequences: [[Bool]]) -> Double {
    var (difference, variance) = (0.0, 0.0)
    for row in sequences {
      let (count, ups) = (Double(row.count), Double(row.count { $0 }))
      let both = 2 * ups * (count - ups)
      let runs = 1 + zip(row, row.dropFirst()).count { $0 != $1 }
      difference += Double(runs) - (both / count + 1)
      variance += both * (both - count) / (count * count * (count - 1))
    }
    return difference / variance.squareRoot()
  }

  /// Five standard deviations: one run in a million fails by chance.
  @Test("500 participants without seeds: orders differ, and directions are independent")
  func simulatedStudy() throws {
    let study = try Self.study("block,note,offsetCents,repetitions\na,60,5,20\na,60,-5,20\n")
    let orders = (0..<500).map { _ in
      study.trials(seed: Int64.random(in: 0...Int64(Int32.max)))
        .map { $0.condition.offsetCents > 0 }
    }
    #expect(Set(orders).count == 500)
    #expect(abs(Self.runsDeviation(orders)) < 5)
    let positions = (0..<40).map { position in orders.map { $0[position] } }
    #expect(abs(Self.runsDeviation(positions)) < 5)
    // The test finds what is not independent.
    let alternating = (0..<50).map { _ in (0..<40).map { $0 % 2 == 0 } }
    #expect(Self.runsDeviation(alternating) > 5)
  }
}
