import PeachEarTraining

/// An export format of listening tests. Both are lossless and have a line for each answer. CSV has
/// two additional columns, which are ignored when it is read: `date`, the time in UTC by ISO 8601,
/// and `result`: `true` or `false` for ABX, the preferred style or nothing for pairs.
package enum ListeningFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180) with a header.
  case csv
  /// JSON Lines: an object per line, without missing values.
  case json

  /// The header.
  package var head: String {
    switch self {
    case .csv: CSVLine.text(ListeningColumn.allCases.map { $0.name } + ["date", "result"]) + "\n"
    case .json: ""
    }
  }

  /// Returns the line of a record with its line feed.
  package func line(_ record: ListeningRecord) -> String {
    let row = ListeningRow(record)
    switch self {
    case .csv:
      let result =
        record.isCorrect.map { $0 ? "true" : "false" } ?? record.response.preferred?.name ?? ""
      let derived = [CalendarDate.time(milliseconds: record.milliseconds), result]
      return CSVLine.text(row.values.map { $0.text } + derived) + "\n"
    case .json:
      return JSONLine.text(zip(ListeningColumn.allCases, row.values).map { ($0.name, $1) }) + "\n"
    }
  }

  /// The result of reading a file.
  package struct Contents: Equatable, Sendable {
    /// The valid records in the order of the file, the first of each trial only.
    package internal(set) var records: [ListeningRecord] = []
    /// The lines that are not valid records.
    package internal(set) var problems: [Problem] = []

    package init() {}

    /// Appends the contents of another file, without trials that are known already.
    package mutating func add(_ other: Contents) {
      let known = Set(records.map { $0.identifier })
      records += other.records.filter { !known.contains($0.identifier) }
      problems += other.problems
    }
  }

  /// A line that is not a valid record.
  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package var line: Int
    /// The reason, as a clause without a full stop.
    package var reason: String

    package var description: String { "Line \(line): \(reason)." }
  }

  /// Reads answers in either format, which the first character determines. Skips invalid lines: an
  /// interrupted program may have left an incomplete one. Lines may end with CR LF.
  package static func read(_ bytes: [UInt8]) -> Contents {
    var contents = Contents()
    var known: Set<String> = []
    var columns: [ListeningColumn?]?
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let lines = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { continue }
      do throws(TrialRowError) {
        guard let text = String(validating: line, as: UTF8.self) else {
          throw TrialRowError(reason: "not UTF-8")
        }
        if index == 0, line.first != UInt8(ascii: "{"), let header = try Self.columns(text) {
          columns = header
          continue
        }
        let row =
          if let columns {
            ListeningRow(values: try CSVLine.values(text, columns: columns))
          } else { try row(text) }
        let record = try row.record()
        if known.insert(record.identifier).inserted {
          contents.records.append(record)
        }
      } catch { contents.problems.append(Problem(line: index + 1, reason: error.reason)) }
    }
    return contents
  }

  /// Returns the columns of a CSV header, with `nil` for unknown ones; `nil` for another line.
  private static func columns(_ line: String) throws(TrialRowError) -> [ListeningColumn?]? {
    let names = try CSVLine.fields(line)
    guard names.contains("session") else { return nil }
    let columns = names.map { name in ListeningColumn.allCases.first { $0.name == name } }
    for column in ListeningColumn.allCases {
      let count = columns.count { $0 == column }
      if count == 1 || column == .silent && count == 0 { continue }
      throw TrialRowError(reason: "the column \(column.name) must occur once")
    }
    return columns
  }

  private static func row(_ line: String) throws(TrialRowError) -> ListeningRow {
    let object = try JSONLine.object(line)
    var values: [TrialValue] = []
    for column in ListeningColumn.allCases {
      guard let value = column.value(object[column.name]) else {
        throw TrialRowError(reason: "\(column.name) has a value of the wrong type")
      }
      values.append(value)
    }
    return ListeningRow(values: values)
  }
}
