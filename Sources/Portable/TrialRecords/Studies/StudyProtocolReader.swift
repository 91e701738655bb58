import PeachEarTraining

/// Reads the conditions of a protocol.
enum StudyProtocolReader {
  /// A column of a protocol, by its name.
  enum Column: Int, CaseIterable {
    case block, condition, note, semitones, offsetCents, repetitions, noteSeconds, gapSeconds
    case levelDecibels, feedback

    // Embedded Swift cannot print a case.
    var name: String {
      [
        "block", "condition", "note", "semitones", "offsetCents", "repetitions", "noteSeconds",
        "gapSeconds", "levelDecibels", "feedback",
      ][rawValue]
    }

    var isRequired: Bool { self == .block || self == .note || self == .offsetCents }
  }

  static func conditions(
    _ bytes: [UInt8]
  ) throws(StudyProtocolError) -> [StudyProtocol.Condition] {
    var columns: [Column] = []
    var conditions: [StudyProtocol.Condition] = []
    var (line, count) = (0, 0)
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    for bytes in bytes.dropFirst(hasByteOrderMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      line += 1
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      if bytes.isEmpty || bytes.first == UInt8(ascii: "#") { continue }
      do throws(TrialRowError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw TrialRowError(reason: "not UTF-8")
        }
        if columns.isEmpty {
          columns = try header(text)
        } else {
          let condition = try Row(text, columns).condition(line: line)
          count += condition.repetitions
          guard count <= StudyProtocol.maximumTrials else {
            throw TrialRowError(reason: "more than \(StudyProtocol.maximumTrials) trials")
          }
          conditions.append(condition)
        }
      } catch { throw StudyProtocolError(line: line, reason: error.reason) }
    }
    guard !conditions.isEmpty else {
      throw StudyProtocolError(line: max(line, 1), reason: "the protocol has no conditions")
    }
    return conditions
  }

  private static func header(_ text: String) throws(TrialRowError) -> [Column] {
    var columns: [Column] = []
    for name in try CSVLine.fields(text) {
      guard let column = Column.allCases.first(where: { $0.name == name }) else {
        let known = Column.allCases.map { $0.name }.joined(separator: ", ")
        throw TrialRowError(reason: "unknown column \"\(name)\"; the columns are \(known)")
      }
      guard !columns.contains(column) else {
        throw TrialRowError(reason: "the column \(name) occurs twice")
      }
      columns.append(column)
    }
    for column in Column.allCases where column.isRequired && !columns.contains(column) {
      throw TrialRowError(reason: "the column \(column.name) is missing")
    }
    return columns
  }

  /// The fields of a line.
  private struct Row {
    private var fields: [String]

    init(_ line: String, _ columns: [Column]) throws(TrialRowError) {
      let values = try CSVLine.fields(line)
      guard values.count == columns.count else {
        throw TrialRowError(reason: "found \(values.count) values for \(columns.count) columns")
      }
      fields = [String](repeating: "", count: Column.allCases.count)
      for (column, value) in zip(columns, values) { fields[column.rawValue] = value }
    }

    func condition(line: Int) throws(TrialRowError) -> StudyProtocol.Condition {
      let offset = try number(.offsetCents, -100, 100, whole: false, default: nil, excluding: 0)
      var condition = StudyProtocol.Condition(
        name: try name(.condition, default: "line \(line)"),
        block: try name(.block, default: nil),
        noteNumber: try number(.note, 0, 127, whole: false, default: nil), offsetCents: offset)
      let semitones = Int(try number(.semitones, -12, 12, whole: true, default: 0))
      condition.interval = MusicalInterval(semitones: semitones) ?? .unison
      condition.repetitions = Int(
        try number(.repetitions, 1, Double(StudyProtocol.maximumTrials), whole: true, default: 1))
      condition.noteSeconds = try number(.noteSeconds, 0.1, 10, whole: false, default: 1)
      condition.gapSeconds = try number(.gapSeconds, 0, 10, whole: false, default: 0)
      condition.levelDecibels = try number(.levelDecibels, -12, 12, whole: false, default: 0)
      switch fields[Column.feedback.rawValue] {
      case "", "yes": break
      case "no": condition.showsFeedback = false
      default: throw TrialRowError(reason: "feedback must be yes or no")
      }
      return condition
    }

    private func name(
      _ column: Column, default value: String?
    ) throws(TrialRowError) -> String {
      let text = fields[column.rawValue]
      if let value, text.isEmpty { return value }
      guard StudyContext.isName(text) else {
        throw TrialRowError(reason: "\(column.name) must be a name of at most 100 bytes")
      }
      return text
    }

    private func number(
      _ column: Column, _ low: Double, _ high: Double, whole isWhole: Bool,
      default value: Double?, excluding excluded: Double? = nil
    ) throws(TrialRowError) -> Double {
      let text = fields[column.rawValue]
      if let value, text.isEmpty { return value }
      if case .real(let number)? = TrialColumn.offsetCents.value(text),
        number >= low, number <= high, !isWhole || number == number.rounded(), number != excluded
      {
        return number
      }
      func bound(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
      }
      let kind = isWhole ? "an integer" : "a number"
      let exception = excluded.map { " other than \(bound($0))" } ?? ""
      throw TrialRowError(
        reason: "\(column.name) must be \(kind) from \(bound(low)) to \(bound(high))\(exception)")
    }
  }
}
