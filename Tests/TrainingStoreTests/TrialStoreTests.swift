import Foundation
import PeachEarTraining
import PeachTrialRecords
import TestEnvironment
import Testing
import TrialFixtures

@testable import PeachTrainingStore

@Suite("Trial store")
struct TrialStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func records(_ count: Int, seed: UInt64 = 1) -> [TrialRecord] {
    var trials = RandomTrial(seed: seed)
    return (0..<count).map { _ in trials.next() }
  }

  @Test("the path follows the XDG specification; without a home there is an error")
  func path() throws {
    #expect(
      try TrialStore.path(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"])
        == "/d/peach/training.sqlite")
    // Relative paths are to be ignored (XDG base directory specification).
    #expect(
      try TrialStore.path(environment: ["XDG_DATA_HOME": "d", "HOME": "/h"])
        == "/h/.local/share/peach/training.sqlite")
    #expect(throws: TrialStoreError.noFolder) { try TrialStore.path(environment: [:]) }
  }

  @Test("identifiers are unique and have 32 hexadecimal digits")
  func identifiers() {
    let all = (0..<1000).map { _ in TrialRecord.newIdentifier() }
    #expect(Set(all).count == 1000)
    #expect(all.allSatisfy { $0.count == 32 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
  }

  @Test("the day is that of the system's clock")
  func today() throws {
    let now = TrainingTime.now()
    #expect(abs(Date().timeIntervalSince1970 * 1000 - Double(now.milliseconds)) < 5000)
    let text = String(decoding: try OtherProgram.output(["date", "+%F"]), as: UTF8.self)
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd"
    format.timeZone = TimeZone(identifier: "UTC")
    let date = try #require(format.date(from: text.trimmingCharacters(in: .newlines)))
    #expect(now.day == Int(date.timeIntervalSince1970 / 86_400))
  }

  #if SQLite
    @Test("trials are read in chronological order without loss")
    func readAgain() throws {
      let records = Self.records(500)
      let path = folder.path("deep/down/training.sqlite")
      do {
        let store = try TrialStore(path: path)
        for record in records.reversed() { try store.append(record) }
        try store.settle()
      }
      let store = try TrialStore(path: path)
      #expect(try store.records() == records)
      #expect(try store.count() == 500)
    }

    @Test("a trial is in the file before a checkpoint")
    func withoutCheckpoint() throws {
      let path = folder.path("training.sqlite")
      let one = try TrialStore(path: path)
      let other = try TrialStore(path: path)
      try one.append(Self.records(1)[0])
      #expect(try other.count() == 1)
    }

    @Test("duplicates are not stored")
    func duplicates() throws {
      let store = try TrialStore(path: folder.path("training.sqlite"))
      let records = Self.records(30)
      #expect(try store.append(Array(records[..<20])) == 20)
      #expect(try store.append(records) == 10)
      #expect(try store.append(records) == 0)
      #expect(try store.records() == records)
    }

    @Test("an older database is migrated; a failing step changes nothing")
    func migration() throws {
      let path = folder.path("training.sqlite")
      try TrialStore(path: path).append(Self.records(1)[0])
      var later = TrialSchema()
      later.steps += ["ALTER TABLE trials ADD COLUMN mood TEXT", "CREATE TABLE trials (a)"]
      #expect(throws: TrialStoreError.self) {
        try TrialStore(path: path, schema: later, maximumPages: nil)
      }
      let connection = try SQLiteConnection(path: path)
      #expect(try connection.integer("PRAGMA user_version") == 6)
      #expect(try connection.integer("SELECT count(*) FROM pragma_table_info('trials')") == 34)
      later.steps.removeLast()
      #expect(try TrialStore(path: path, schema: later, maximumPages: nil).count() == 1)
      #expect(try connection.integer("PRAGMA user_version") == 7)
    }

    /// Returns a record as it was played when level differences passed through the velocity curve.
    private static func asPlayed(_ record: TrialRecord) -> TrialRecord {
      guard case .comparison(var trial) = record.trial else { return record }
      trial.target.levelDecibels = min(2 * trial.target.levelDecibels, 11.9)
      var played = record
      played.trial = .comparison(trial)
      return played
    }

    @Test("a database with the column heard is migrated, and levels become those that were played")
    func formerColumn() throws {
      let path = folder.path("training.sqlite")
      let records = Self.records(200)
      let connection = try SQLiteConnection(path: path)
      try TrialSchema(steps: [TrialSchema().steps[0]]).migrate(connection)
      // Without the columns of studies.
      let names = TrialColumn.allCases.prefix(20).map { $0.formerName ?? $0.name }
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      let insertion = try connection.statement(
        "INSERT INTO trials (\(names.joined(separator: ", "))) VALUES (\(marks))")
      for record in records {
        try insertion.bind(Array(TrialRow(record).values.prefix(20)))
        _ = try insertion.step()
      }
      #expect(try connection.integer("SELECT count(heard) FROM trials") > 100)
      let store = try TrialStore(path: path)
      #expect(try store.records() == records.map(Self.asPlayed))
      #expect(try store.append(records) == 0)
      #expect(try connection.integer("PRAGMA user_version") == 6)
      #expect(throws: TrialStoreError.self) {
        try SQLiteConnection(path: path).execute("SELECT heard FROM trials")
      }
    }

    @Test("a database of a later version is rejected unchanged")
    func laterVersion() throws {
      let path = folder.path("training.sqlite")
      try TrialStore(path: path).append(Self.records(1)[0])
      try SQLiteConnection(path: path).execute("PRAGMA user_version = 7")
      #expect(throws: TrialStoreError.laterVersion(path: path, version: 7, known: 6)) {
        try TrialStore(path: path)
      }
      #expect(try SQLiteConnection(path: path).integer("SELECT count(*) FROM trials") == 1)
    }

    @Test("a file that is not a database is rejected unchanged")
    func otherFile() throws {
      let path = try folder.put("training.sqlite", Array("dear diary, ".utf8))
      var reason = ""
      do { _ = try TrialStore(path: path) } catch { reason = "\(error)" }
      #expect(reason.contains("not a database"))
      #expect(folder.bytes("training.sqlite") == Array("dear diary, ".utf8))
    }

    @Test("a failure to create the folder is reported")
    func noFolder() throws {
      let file = try folder.put("file", [1])
      #expect(throws: TrialStoreError.self) { try TrialStore(path: "\(file)/peach/t.sqlite") }
      #expect(throws: TrialStoreError.self) { try TrialStore(path: "/proc/peach/t.sqlite") }
    }

    @Test("a full database is reported and stays intact")
    func full() throws {
      let path = folder.path("training.sqlite")
      let store = try TrialStore(path: path, maximumPages: 12)
      var stored: [TrialRecord] = []
      var reason = ""
      for record in Self.records(1000) {
        do {
          try store.append(record)
          stored.append(record)
        } catch {
          reason = "\(error)"
          break
        }
      }
      #expect(reason.contains("full"))
      #expect(stored.count > 20 && stored.count < 1000)
      #expect(try TrialStore(path: path).records() == stored)
    }
  #else
    @Test("without SQLite the store reports that it is unavailable")
    func notBuilt() {
      #expect(throws: TrialStoreError.notBuilt) { try TrialStore(path: "/tmp/x") }
    }
  #endif
}
