import PeachEarTraining
import PeachTrialRecords
import TestEnvironment
import Testing

@testable import PeachTrainingStore

@Suite("Withdrawn trials and trials of studies")
struct WithdrawnTrialTests {
  private static let study = StudyContext(
    participant: "P 1, \"left\"", study: "registers", seed: 9_007_199_254_740_991, block: "low",
    blockNumber: 2, trialNumber: 17, condition: "5 cents")

  /// Trials, of which some are withdrawn and some belong to a study.
  static func records() -> [TrialRecord] {
    TrialStoreTests.records(60).enumerated().map { index, record in
      var record = record
      record.isWithdrawn = index % 5 == 0
      if index % 3 == 0 { record.study = Self.study }
      return record
    }
  }

  @Test(
    "An export has withdrawn trials and studies, and is imported without loss",
    arguments: TrialFormat.allCases)
  func roundTrip(format: TrialFormat) throws {
    let records = Self.records()
    #expect(try TrialFormat.records(TrialFormatTests.text(records, format)) == records)
  }

  @Test("They do not count in the history")
  func history() {
    let records = Self.records()
    var (all, counted) = (TrainingHistory(), TrainingHistory())
    for record in records { all.add(record) }
    for (index, record) in records.enumerated() where index % 5 != 0 && index % 3 != 0 {
      counted.add(record)
    }
    #expect(all.comparisonCount == counted.comparisonCount && all.comparisonCount > 20)
    #expect(all.profile.history == counted.profile.history && all.practice == counted.practice)
    #expect(all.matchings == counted.matchings)
  }

  @Test("A history since a time counts later trials only, but all days of practice")
  func since() {
    let records = TrialStoreTests.records(60)
    let start = records[30].milliseconds
    var (all, later, since) = (TrainingHistory(), TrainingHistory(), TrainingHistory(since: start))
    for (index, record) in records.enumerated() {
      all.add(record)
      since.add(record)
      if index >= 30 { later.add(record) }
    }
    #expect(since.practice == all.practice && since.practice != later.practice)
    #expect(since.profile.history == later.profile.history)
    #expect(since.comparisonCount + since.matchingCount == 30)
  }

  @Test("Lines of earlier versions get the new columns")
  func completed() throws {
    let records = Self.records()
    let lines = records.map { TrialFormat.csv.line($0) }.joined()
    let now = Array(lines.utf8)
    #expect(TrialFormat.completed(now) == now)
    let plain = TrialStoreTests.records(20)
    let former = plain.map { record -> String in
      var fields = TrialFormat.csv.line(record).dropLast()
        .split(separator: ",", omittingEmptySubsequences: false)
      // Fourteen columns are before `date` and `correct`.
      fields.removeSubrange((fields.count - 16)..<(fields.count - 2))
      return fields.joined(separator: ",") + "\n"
    }.joined()
    #expect(!former.contains(",,,,,,,,"))
    let file = Array(TrialFormat.csv.head.utf8) + TrialFormat.completed(Array(former.utf8))
    #expect(try TrialFormat.records(file) == plain)
  }

  @Test(
    "Invalid values are refused",
    arguments: [
      ("withdrawn", "2"), ("seed", "-1"), ("blockNumber", "0"), ("trialNumber", ""),
      ("condition", ""),
    ])
  func invalid(column: String, value: String) throws {
    var record = Self.records()[3]
    record.study = Self.study
    record.study?.participant = "P1"
    let values = TrialFormat.csv.line(record).dropLast()
      .split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    let names = TrialFormat.csv.head.dropLast().split(separator: ",").map { String($0) }
    // The sound may have commas and quotation marks.
    let shift = values.count - names.count
    var changed = values
    changed[try #require(names.firstIndex(of: column)) + shift] = value
    let reason = TrialFormatTests.reason(
      TrialFormat.csv.head + changed.joined(separator: ",") + "\n")
    #expect(reason.contains("\(column) must be"), "\(reason)")
  }

  @Test("Practice is counted by day, and a streak ends today or yesterday")
  func practice() {
    var days = PracticeDays()
    for day in [10, 11, 11, 13, 14, 15] { days.add(day: day) }
    #expect(days.trialCount(day: 11) == 2 && days.trialCount(day: 12) == 0)
    #expect(days.streak(day: 15) == 3 && days.streak(day: 16) == 3 && days.streak(day: 17) == 0)
    #expect(days.streak(day: 11) == 2 && days.streak(day: 9) == 0)
  }

  @Test("Errors of matched notes are kept by trial and by day, in the order of days")
  func matchings() {
    var history = MatchingHistory()
    for (cents, day) in [(1.0, 5), (-2, 5), (3, 7), (4, 6), (5, 7)] {
      history.add(cents, day: day)
    }
    #expect(history.cents == [1, -2, 3, 4, 5])
    #expect(history.days.map(\.day) == [5, 6, 7])
    #expect(history.days.map(\.errors.count) == [2, 1, 2])
    #expect(history.days.map(\.errors.mean) == [-0.5, 4, 4])
    #expect(history.errors.count == 5)
  }

  #if SQLite
    @Test("The store marks a stored trial as withdrawn, and never the reverse")
    func store() throws {
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      let plain = TrialStoreTests.records(10)
      #expect(try store.append(plain) == 10)
      var withdrawn = plain[4]
      withdrawn.isWithdrawn = true
      try store.append(withdrawn)
      #expect(try store.append(plain) == 0)
      #expect(try store.append([withdrawn]) == 0)
      var expected = plain
      expected[4] = withdrawn
      #expect(try store.records() == expected)
      let history = try store.history()
      #expect(history.comparisonCount + history.matchingCount == 9)
    }

    @Test("The history of the store equals that of its records, from any time on")
    func storedHistory() throws {
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      let records = Self.records()
      _ = try store.append(records)
      #expect(try store.records() == records)
      for start in [0, records[20].milliseconds] {
        var expected = TrainingHistory(since: start)
        for record in records { expected.add(record) }
        let history = try store.history(since: start)
        #expect(history.profile.history == expected.profile.history)
        #expect(history.practice == expected.practice && history.matchings == expected.matchings)
        #expect(history.sounds == expected.sounds)
      }
    }
  #endif
}
