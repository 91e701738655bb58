import PeachEarTraining
import PeachTrialRecords
import TestEnvironment
import Testing

@testable import PeachTrainingStore

@Suite("Sessions and runs of trials, and trials without an audio device")
struct TrialOriginTests {
  private static let run = "00112233445566778899aabbccddeeff"

  /// Trials of three sessions; every fourth was played without a device.
  static func records() -> [TrialRecord] {
    TrialStoreTests.records(60).enumerated().map { index, record in
      var record = record
      record.origin = TrialOrigin(sessionNumber: index / 20 + 1, run: run)
      record.isSilent = index % 4 == 0
      return record
    }
  }

  @Test("The sessions of a run have different identifiers of 32 hexadecimal digits")
  func identifiers() {
    let sessions = [0, 1, 255, 1 << 31].map {
      TrialOrigin(sessionNumber: $0, run: Self.run).session
    }
    #expect(
      sessions == [
        "00112233445566778899aabb00000000", "00112233445566778899aabb00000001",
        "00112233445566778899aabb000000ff", "00112233445566778899aabb80000000",
      ])
  }

  @Test(
    "An export has sessions, runs and marks, and is imported without loss",
    arguments: TrialFormat.allCases)
  func roundTrip(format: TrialFormat) throws {
    let records = Self.records()
    let text = String(decoding: TrialFormatTests.text(records, format), as: UTF8.self)
    #expect(try TrialFormat.records(Array(text.utf8)) == records)
    #expect(text.contains(Self.run) && text.contains("00112233445566778899aabb00000003"))
  }

  @Test("Every row of the tidy export has the session, the run and the mark")
  func tidy() throws {
    let head = CSVFields(TidyFormat.head)
    for record in Self.records() {
      let row = CSVFields(TidyFormat.line(record))
      func value(_ name: String) -> String? {
        head.fields.firstIndex(of: name).map { row.fields[$0] }
      }
      #expect(value("session") == record.origin?.session && value("run") == Self.run)
      #expect(value("silent") == (record.isSilent ? "1" : "0"))
    }
  }

  /// The fields of a line without quoted commas, counted from its start.
  private struct CSVFields {
    var fields: [String]

    init(_ line: String) {
      fields = line.dropLast().split(separator: ",", omittingEmptySubsequences: false).map {
        String($0)
      }
    }
  }

  @Test("Files of the version before, without these columns, are imported")
  func formerFiles() throws {
    let records = WithdrawnTrialTests.records()
    let json = TrialFormatTests.text(records, .json)
    #expect(!String(decoding: json, as: UTF8.self).contains("session"))
    #expect(try TrialFormat.records(json) == records)
    // These columns and the three that were added later are before `date` and `correct`.
    let lines = TrialFormatTests.text(records, .csv).split(separator: UInt8(ascii: "\n")).map {
      line -> String in
      var fields = String(decoding: line, as: UTF8.self)
        .split(separator: ",", omittingEmptySubsequences: false)
      fields.removeSubrange((fields.count - 8)..<(fields.count - 2))
      return fields.joined(separator: ",") + "\n"
    }
    #expect(lines[0].hasSuffix(",trialNumber,condition,date,correct\n"))
    #expect(try TrialFormat.records(Array(lines.joined().utf8)) == records)
    // The page stores lines without a header.
    let head = Array(TrialFormat.csv.head.utf8)
    let completed = TrialFormat.completed(Array(lines.dropFirst().joined().utf8))
    #expect(try TrialFormat.records(head + completed) == records)
  }

  @Test("Invalid identifiers and marks are refused")
  func invalid() {
    let line = TrialFormat.json.line(Self.records()[0])
    for (from, to, name) in [
      ("\"run\":\"00", "\"run\":\"XX", "run"), ("\"session\":\"0", "\"session\":\"", "session"),
      ("\"silent\":1", "\"silent\":2", "silent"), ("\"run\":", "\"ran\":", "run"),
    ] {
      let changed = line.replacing(from, with: to)
      #expect(changed != line && TrialFormatTests.reason(changed).contains(name), "\(to)")
    }
  }

  @Test("Trials without a device count for nothing, unless they are asked for")
  func history() {
    let records = Self.records()
    var (counted, all, heard) = (
      TrainingHistory(), TrainingHistory(includesSilent: true), TrainingHistory()
    )
    for record in records {
      counted.add(record)
      all.add(record)
      if !record.isSilent { heard.add(record) }
    }
    #expect(counted.comparisonCount == heard.comparisonCount)
    #expect(counted.practice == heard.practice && counted.matchings == heard.matchings)
    #expect(counted.profile.history == heard.profile.history)
    #expect(all.comparisonCount + all.matchingCount == 60)
    #expect(heard.comparisonCount + heard.matchingCount == 45)
  }

  #if SQLite
    @Test("The store keeps them, and replays the same history")
    func store() throws {
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      let records = Self.records()
      #expect(try store.append(records) == 60)
      #expect(try store.records() == records)
      for includesSilent in [false, true] {
        var expected = TrainingHistory(includesSilent: includesSilent)
        for record in records { expected.add(record) }
        let found = try store.history(includesSilent: includesSilent)
        #expect(found.comparisonCount == expected.comparisonCount)
        #expect(found.practice == expected.practice)
        #expect(found.profile.history == expected.profile.history)
      }
    }

    @Test("A database of the version before is migrated, and keeps its trials")
    func migration() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("training.sqlite")
      let connection = try SQLiteConnection(path: path)
      try TrialSchema(steps: Array(TrialSchema().steps.prefix(4))).migrate(connection)
      let records = WithdrawnTrialTests.records()
      let names = TrialColumn.allCases.prefix(28).map(\.name)
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      let insertion = try connection.statement(
        "INSERT INTO trials (\(names.joined(separator: ", "))) VALUES (\(marks))")
      for record in records {
        try insertion.bind(Array(TrialRow(record).values.prefix(28)))
        _ = try insertion.step()
      }
      #expect(try TrialStore(path: path).records() == records)
    }

    @Test("The runs of studies are appended as lines of JSON")
    func runs() throws {
      let folder = try TemporaryFolder()
      let log = StudyLog(path: folder.path("deep/studies.jsonl"))
      #expect(try log.read() == [])
      let origin = TrialOrigin(sessionNumber: 1, run: Self.run)
      for rate in [44_100.0, 48_000] {
        var record = StudyRunRecord(origin, milliseconds: 1_700_000_000_007)
        record.add("device", "hw:1")
        record.add("bank", nil as String?)
        record.add("periodFrames", 128)
        record.add("sampleRate", rate)
        try log.append(record)
      }
      // date -u -d @1700000000
      let start =
        "{\"run\":\"\(Self.run)\",\"session\":\"00112233445566778899aabb00000001\","
        + "\"time\":\"2023-11-14T22:13:20.007Z\",\"device\":\"hw:1\",\"periodFrames\":128,"
      let text = String(decoding: try log.read(), as: UTF8.self)
      #expect(text == "\(start)\"sampleRate\":44100.0}\n\(start)\"sampleRate\":48000.0}\n")
    }
  #endif
}
