import Foundation
import PeachEarTraining
import PeachMusicUnits
import PeachTrainingStore
import PeachTrialRecords
import TestEnvironment
import Testing
import TrialFixtures

@Suite("Export and import of trials")
struct TrialFormatTests {
  static let count = TestScale.count(short: 2000, full: 100_000)

  static func text(_ records: [TrialRecord], _ format: TrialFormat) -> [UInt8] {
    var bytes = Array(format.head.utf8)
    for record in records { bytes += format.line(record).utf8 }
    return bytes
  }

  static func reason(_ text: String) -> String {
    do {
      _ = try TrialFormat.records(Array(text.utf8))
      return "nothing"
    } catch { return "\(error)" }
  }

  @Test("an export is imported without loss", arguments: TrialFormat.allCases)
  func roundTrip(format: TrialFormat) throws {
    let records = TrialStoreTests.records(Self.count)
    #expect(try TrialFormat.records(Self.text(records, format)) == records)
  }

  @Test(
    "files of earlier versions, with the column heard, are read", arguments: TrialFormat.allCases)
  func formerName(format: TrialFormat) throws {
    let records = TrialStoreTests.records(50)
    let text = String(decoding: Self.text(records, format), as: UTF8.self)
    let former =
      format == .csv
      ? text.replacingOccurrences(of: ",response,", with: ",heard,")
      : text.replacingOccurrences(of: "\"response\":", with: "\"heard\":")
    #expect(former != text && former.contains("heard"))
    #expect(try TrialFormat.records(Array(former.utf8)) == records)
  }

  @Test(
    "Python reads the same values from CSV and JSON",
    .enabled(if: OtherProgram.pythonHas("csv, json"), "needs Python"),
    arguments: TrialFormat.allCases)
  func otherReaders(format: TrialFormat) throws {
    let folder = try TemporaryFolder()
    let records = TrialStoreTests.records(200)
    let path = try folder.put("trials", Self.text(records, format))
    let program =
      format == .csv
      ? "import csv,sys\nfor r in csv.DictReader(open(sys.argv[1], newline='')):"
        + " print(r['identifier'], r['sound'], float(r['offsetCents']).hex())"
      : "import json,sys\nfor l in open(sys.argv[1]):\n r = json.loads(l);"
        + " print(r['identifier'], r['sound'], float(r['offsetCents']).hex())"
    let result = try OtherProgram.run([OtherProgram.python, "-c", program, path])
    #expect(result.status == 0, "\(result.errors)")
    let expected = records.map { record in
      let offset =
        switch record.trial {
        case .comparison(let trial): trial.answer.offsetCents
        case .matching(let trial): trial.offsetCents
        case .beats(let trial): trial.offsetCents
        }
      return (record.identifier, record.sound, offset)
    }
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 200)
    for (line, record) in zip(lines, expected) {
      #expect(line.hasPrefix("\(record.0) \(record.1) "))
      let number = line.split(separator: " ").last.flatMap { Double($0) }
      #expect(number == record.2)
    }
  }

  @Test("line endings, empty lines, a byte order mark and the order of columns do not matter")
  func tolerance() throws {
    let records = TrialStoreTests.records(3)
    let text = String(decoding: Self.text(records, .csv), as: UTF8.self)
    let lines = text.split(separator: "\n").map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return fields
    }
    // Skip records with commas in the sound; move the first column to the end, and add one.
    let plain = lines.filter { $0.count == 36 }
    let moved = plain.enumerated().map { index, fields in
      (fields.dropFirst() + fields.prefix(1) + [index == 0 ? "mood" : "good"])
        .joined(separator: ",")
    }
    let changed = "\u{FEFF}" + moved.joined(separator: "\r\n\r\n") + "\r\n"
    let read = try TrialFormat.records(Array(changed.utf8))
    #expect(read.count == plain.count - 1 && !read.isEmpty)
    #expect(read.allSatisfy { records.contains($0) })
  }

  /// A trial at 2023-11-14 22:13:20.007 UTC: `date -u -d @1700000000`.
  private static func record(offsetCents: Double?, heard: PitchDirection = .higher) -> TrialRecord {
    let question = TrialQuestion(noteNumber: 60)
    let reference = TrialNote(frequency: .hertz(261))
    let trial: CompletedTrial =
      if let offsetCents {
        .comparison(
          ComparisonTrial(
            answer: ComparisonResponse(
              question: question, offsetCents: offsetCents, heard: heard),
            tuning: .equal, reference: reference, target: TrialNote(frequency: .hertz(262)),
            gapSeconds: 0))
      } else {
        .matching(
          MatchingTrial(
            question: question, tuning: .equal, reference: reference, startOffsetCents: 9,
            offsetCents: 1))
      }
    return TrialRecord(trial, sound: "sine", milliseconds: 1_700_000_000_007, day: 19_675)
  }

  @Test("CSV ends with the UTC date and whether the answer is correct")
  func derivedColumns() throws {
    #expect(TrialFormat.csv.head.hasSuffix(",silent,pure,tappedHertz,taps,date,correct\n"))
    let cases: [(Double?, PitchDirection, String)] = [
      (5, .higher, "true"), (5, .lower, "false"), (-5, .lower, "true"), (-5, .higher, "false"),
      (nil, .higher, ""),
    ]
    for (offset, heard, correct) in cases {
      let line = TrialFormat.csv.line(Self.record(offsetCents: offset, heard: heard))
      #expect(line.hasSuffix(",2023-11-14T22:13:20.007Z,\(correct)\n"), "\(line)")
    }
    #expect(!TrialFormat.json.line(Self.record(offsetCents: 5)).contains("correct"))
    // date -u -d @951782399 and @4102444800: a leap day, and a year without one.
    for (seconds, date) in [
      (951_782_399, "2000-02-28T23:59:59"), (4_102_444_800, "2100-01-01T00:00:00"),
    ] {
      var record = Self.record(offsetCents: 5)
      record.milliseconds = Int64(seconds) * 1000
      #expect(TrialFormat.csv.line(record).contains(",\(date).000Z,"))
    }
  }

  @Test("CSV without date and correct is imported; with them, they are ignored")
  func ignoredColumns() throws {
    let records = [5, -5, nil].map { Self.record(offsetCents: $0) }
    let text = String(decoding: Self.text(records, .csv), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let former = lines.map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: ",")
    }
    #expect(former[0].hasSuffix(",taps"))
    #expect(try TrialFormat.records(Array(former.joined(separator: "\n").utf8)) == records)
    // Spreadsheets change them.
    let changed = text.replacingOccurrences(of: ",true\n", with: ",WAHR\n")
      .replacingOccurrences(of: "2023-11-14T22:13:20.007Z", with: "14.11.2023 22:13")
    #expect(changed != text)
    #expect(try TrialFormat.records(Array(changed.utf8)) == records)
  }

  @Test("an invalid line is reported with its number, and nothing is imported")
  func badLines() throws {
    let records = TrialStoreTests.records(5)
    let csv = String(decoding: Self.text(records, .csv), as: UTF8.self)
    let json = String(decoding: Self.text(records, .json), as: UTF8.self)
    #expect(Self.reason(csv + "1,2\n").hasPrefix("Line 7: found 2 values for 36 columns."))
    #expect(Self.reason(json + "{\"day\":\n").hasPrefix("Line 6: not a JSON object"))
    #expect(Self.reason(json + "[]\n").hasPrefix("Line 6: expected a JSON object"))
    #expect(Self.reason("a,b\n").hasPrefix("Line 1: the column milliseconds is missing"))
    #expect(Self.reason(csv + "\"x\n").hasPrefix("Line 7: unterminated quotation mark"))
    let head = csv.split(separator: "\n")[0]
    #expect(Self.reason("\(head),day\n").hasPrefix("Line 1: the column day occurs twice"))
    #expect(Self.reason("").hasPrefix("nothing"))
  }

  @Test("invalid values are reported with their names")
  func badValues() {
    let line = TrialFormat.json.line(
      TrialRecord(
        .comparison(
          ComparisonTrial(
            answer: ComparisonResponse(
              question: TrialQuestion(noteNumber: 60), offsetCents: 5, heard: .higher),
            tuning: .equal, reference: TrialNote(frequency: .hertz(261)),
            target: TrialNote(frequency: .hertz(262)), gapSeconds: 0, replays: 0,
            responseSeconds: 1)), sound: "sine", milliseconds: 1, day: 2))
    #expect(Self.reason(line) == "nothing")
    let changes = [
      ("\"noteNumber\":60.0", "\"noteNumber\":600"), ("\"semitones\":0", "\"semitones\":13"),
      ("\"offsetCents\":5.0", "\"offsetCents\":0"), ("\"offsetCents\":5.0", "\"offsetCents\":1e9"),
      ("\"referenceHertz\":261.0", "\"referenceHertz\":0"), ("\"replays\":0", "\"replays\":-1"),
      ("\"replays\":0", "\"replays\":0.5"), ("\"sound\":\"sine\"", "\"sound\":7"),
      ("\"tuning\":\"equal\"", "\"tuning\":\"odd\""),
      ("\"response\":\"higher\"", "\"response\":\"up\""),
      ("\"kind\":\"comparison\"", "\"kind\":\"quiz\""), ("\"milliseconds\":1,", ""),
    ]
    for (from, to) in changes {
      let changed = line.replacingOccurrences(of: from, with: to)
      #expect(changed != line, "\(from)")
      let name = from.split(separator: "\"")[0]
      let reason = Self.reason(changed)
      #expect(reason.hasPrefix("Line 1: \(name) "), "\(to): \(reason)")
    }
  }

  @Test("a truncated file gives its complete lines, or an error with a line number")
  func cut() {
    let records = TrialStoreTests.records(4)
    for format in TrialFormat.allCases {
      let bytes = Self.text(records, format)
      for count in 0..<bytes.count {
        do {
          let read = try TrialFormat.records(Array(bytes[..<count]))
          #expect(Array(records.prefix(read.count)).map(\.identifier) == read.map(\.identifier))
        } catch {
          let line: Int = (error as TrialFormatError).line
          #expect(line > 0)
        }
      }
    }
  }

  #if SQLite
    @Test(
      "export, import and export give the same bytes",
      arguments: TrialFormat.allCases)
    func exportAndImport(format: TrialFormat) throws {
      let folder = try TemporaryFolder()
      let first = try TrialStore(path: folder.path("first.sqlite"))
      _ = try first.append(TrialStoreTests.records(Self.count))
      let exported = Self.text(try first.records(), format)
      let second = try TrialStore(path: folder.path("second.sqlite"))
      #expect(try second.append(TrialFormat.records(exported)) == Self.count)
      #expect(Self.text(try second.records(), format) == exported)
      #expect(try first.append(TrialFormat.records(exported)) == 0)
    }
  #endif
}
