import Foundation
import PeachEarTraining
import PeachTrainingStore
import PeachTrialRecords
import TestEnvironment
import Testing

@Suite("Export of listening tests")
struct ListeningFormatTests {
  private static func records(_ count: Int = 20) -> [ListeningRecord] {
    var fixture = ListeningFixture(seed: 4)
    return ListeningTestKind.allCases.flatMap { fixture.records($0, count: count) }
  }

  private static func bytes(_ records: [ListeningRecord], _ format: ListeningFormat) -> [UInt8] {
    Array(format.head.utf8) + records.flatMap { Array(format.line($0).utf8) }
  }

  private static func line(_ changes: [String: String?]) -> String {
    var members: [(name: String, value: String)] = [
      ("milliseconds", "1700000000000"), ("session", "\"0123456789abcdef0123456789abcdef\""),
      ("number", "1"), ("plannedCount", "16"), ("kind", "\"abx\""), ("sound", "\"sf2:0:42\""),
      ("hertz", "220"), ("seconds", "1.5"), ("baseline", "\"recorded\""),
      ("candidate", "\"straight\""), ("a", "\"straight\""), ("b", "\"recorded\""), ("x", "\"b\""),
      ("answer", "\"b\""), ("plays", "3"), ("responseSeconds", "4.25"), ("version", "\"0.1.0\""),
      ("silent", ""),
    ]
    members = members.compactMap { member in
      guard let change = changes[member.name] else { return member.value.isEmpty ? nil : member }
      return change.map { (member.name, $0) }
    }
    return "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  @Test("An export is read without loss", arguments: ListeningFormat.allCases)
  func roundTrip(format: ListeningFormat) {
    let records = Self.records(200)
    let contents = ListeningFormat.read(Self.bytes(records, format))
    #expect(contents.records == records && contents.problems.isEmpty)
  }

  @Test("Answers to all pairs of styles are read without loss", arguments: ListeningFormat.allCases)
  func styles(format: ListeningFormat) {
    var fixture = ListeningFixture(seed: 7)
    let records = ListeningStylePair.all.flatMap { pair in
      ListeningTestKind.allCases.flatMap { fixture.records($0, count: 4, pair: pair) }
    }
    let contents = ListeningFormat.read(Self.bytes(records, format))
    #expect(contents.records == records && contents.problems.isEmpty)
    #expect(Set(contents.records.map(\.response.trial.pair.name)).count == 9)
  }

  @Test("A line names temperaments in the columns of styles")
  func temperaments() throws {
    let line = Self.line([
      "baseline": "\"equal\"", "candidate": "\"just\"", "a": "\"just\"", "b": "\"equal\"",
      "kind": "\"preference\"", "x": nil, "answer": "\"a\"",
    ])
    let record = try #require(ListeningFormat.read(Array(line.utf8)).records.first)
    #expect(record.response.trial.pair.name == "equal-just")
    #expect(record.response.preferred == .just)
    #expect(
      ListeningFormat.csv.line(record) == "1700000000000,0123456789abcdef0123456789abcdef,1,16,"
        + "preference,sf2:0:42,220.0,1.5,equal,just,just,equal,,a,3,4.25,0.1.0,,"
        + "2023-11-14T22:13:20.000Z,just\n")
  }

  @Test("A line has the assignment, the answer and the result")
  func values() throws {
    let contents = ListeningFormat.read(Array(Self.line([:]).utf8))
    let record = try #require(contents.records.first)
    let trial = record.response.trial
    #expect(trial.isSwapped && trial.isXEqualToB && trial.style(of: .x) == .recorded)
    #expect(record.isCorrect == true && record.response.plays == 3 && record.seconds == 1.5)
    #expect(record.identifier == "0123456789abcdef0123456789abcdef 1")
    let line = ListeningFormat.csv.line(record)
    #expect(
      line == "1700000000000,0123456789abcdef0123456789abcdef,1,16,abx,sf2:0:42,220.0,1.5,"
        + "recorded,straight,straight,recorded,b,b,3,4.25,0.1.0,,2023-11-14T22:13:20.000Z,true\n")
  }

  @Test(
    "Python reads the same values from CSV and JSON",
    .enabled(if: OtherProgram.pythonHas("csv, json"), "needs Python"),
    arguments: ListeningFormat.allCases)
  func otherReaders(format: ListeningFormat) throws {
    let folder = try TemporaryFolder()
    let records = Self.records()
    let path = try folder.put("answers", Self.bytes(records, format))
    let rows =
      format == .csv
      ? "csv.DictReader(open(sys.argv[1], newline=''))"
      : "map(json.loads, open(sys.argv[1]))"
    let program =
      "import csv,json,sys\nfor r in \(rows): print(r['session'], r['number'], r['sound'],"
      + " float(r['responseSeconds']).hex())"
    let result = try OtherProgram.run([OtherProgram.python, "-c", program, path])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == records.count)
    for (line, record) in zip(lines, records) {
      #expect(line.hasPrefix("\(record.session) \(record.number) \(record.sound) "))
      let seconds = line.split(separator: " ").last.flatMap { Double($0) }
      #expect(seconds == record.response.responseSeconds)
    }
  }

  @Test("A file cut at any byte has all complete lines", arguments: ListeningFormat.allCases)
  func truncation(format: ListeningFormat) {
    let records = Array(Self.records(3).prefix(4))
    let bytes = Self.bytes(records, format)
    for count in 0..<bytes.count {
      let contents = ListeningFormat.read(Array(bytes[..<count]))
      // A line without its line feed may be complete.
      let lines = bytes[..<count].count { $0 == 10 } - (format == .csv ? 1 : 0)
      let complete = max(lines, 0)
      #expect((complete...(complete + 1)).contains(contents.records.count))
      #expect(records.starts(with: contents.records.prefix(complete)))
      #expect(contents.problems.count <= 1)
    }
  }

  @Test(
    "Invalid values are reported with the reason, and damage no other line",
    arguments: [
      (["session": "\"12\""], "32 hexadecimal digits"), (["session": nil], "session must be"),
      (["session": "\"0123456789ABCDEF0123456789ABCDEF\""], "32 hexadecimal digits"),
      (["number": "0"], "an integer from 1 to 16"), (["number": "17"], "from 1 to 16"),
      (["number": "1.5"], "wrong type"), (["number": "1e300"], "wrong type"),
      (["plannedCount": "100001"], "from 1 to 100000"), (["kind": "\"abc\""], "abx or preference"),
      (["hertz": "0"], "hertz must be"), (["hertz": "\"220\""], "wrong type"),
      (["hertz": "1e999"], "not a JSON object"), (["sound": "5"], "wrong type"),
      (["sound": "\"a\\u0007\""], "control characters"), (["a": "\"recorded\""], "a must be"),
      (["baseline": "\"straight\""], "another style"),
      (
        ["candidate": "\"smoother\""],
        "recorded, straight, smooth, equal, vallotti, meantone or just"
      ), (["candidate": "\"just\""], "a tone or a temperament, as baseline is"),
      (["x": nil], "x must be a string"), (["x": "\"c\""], "a or b"),
      (["answer": "\"neither\""], "a or b"), (["answer": nil], "answer must be"),
      (["plays": "-1"], "plays must be"), (["responseSeconds": "-0.5"], "responseSeconds must be"),
      (["kind": "\"preference\""], "x must be empty"),
      (["milliseconds": "true"], "wrong type"),
      (["version": "[1]"], "wrong type"), (["silent": "2"], "from 0 to 1"),
      (["version": "[1,]"], "not a JSON object"), (["version": "\"\""], ""),
    ] as [([String: String?], String)])
  func invalid(changes: [String: String?], reason: String) throws {
    let good = Self.line(["number": "2"])
    let contents = ListeningFormat.read(Array("\(Self.line(changes))\n\(good)\n".utf8))
    #expect(contents.records.last?.number == 2)
    // An empty version is valid.
    if reason.isEmpty { return #expect(contents.problems.isEmpty) }
    let problem = try #require(contents.problems.first)
    #expect(problem.line == 1 && problem.reason.contains(reason), "\(problem)")
    #expect(contents.records.count == 1 && contents.problems.count == 1)
  }

  @Test("Any bytes are read without a trap: random ones, and files with random changes")
  func hostile() {
    var random = RandomNumbers(seed: 9)
    let formats = ListeningFormat.allCases.map { Self.bytes(Self.records(2), $0) }
    for number in 0..<TestScale.count(short: 200, full: 5000) {
      var bytes = formats[number % 2]
      for _ in 0..<random.whole(1...8) {
        bytes[random.whole(0...(bytes.count - 1))] = UInt8(random.whole(0...255))
      }
      let contents = ListeningFormat.read(bytes)
      #expect(contents.records.count <= 4)
      _ = ListeningFormat.read((0..<64).map { _ in UInt8(random.whole(0...255)) })
    }
    let nested = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(ListeningFormat.read(nested).problems.count == 1)
    #expect(ListeningFormat.read([0xFF, 0xFE, 10]).problems.first?.reason == "not UTF-8")
  }

  @Test("Answers without an audio device are marked; files without the column have none")
  func silent() throws {
    var records = Self.records(4)
    records[1].isSilent = true
    for format in ListeningFormat.allCases {
      #expect(ListeningFormat.read(Self.bytes(records, format)).records == records)
    }
    records[1].isSilent = false
    let lines = String(decoding: Self.bytes(records, .csv), as: UTF8.self)
      .replacing("version,silent,", with: "version,").replacing("0.1.0,,", with: "0.1.0,")
    #expect(ListeningFormat.read(Array(lines.utf8)).records == records)
  }

  @Test("Line endings, a byte order mark, unknown columns and repeated trials do not matter")
  func tolerance() {
    let records = Self.records(4)
    let csv = String(decoding: Self.bytes(records, .csv), as: UTF8.self)
    let windows = [0xEF, 0xBB, 0xBF] + Array(csv.replacing("\n", with: "\r\n").utf8)
    #expect(ListeningFormat.read(windows).records == records)
    let noted = csv.split(separator: "\n").map { "note,\($0)" }.joined(separator: "\n")
    #expect(ListeningFormat.read(Array(noted.utf8)).records == records)
    let twice = Self.bytes(records + records, .json)
    #expect(ListeningFormat.read(twice).records == records)
    var all = ListeningFormat.read(twice)
    all.add(ListeningFormat.read(Self.bytes(records, .csv)))
    #expect(all.records == records && all.problems.isEmpty)
  }
}
