import PeachEarTraining

/// An export format. Both are lossless and have a line for each trial. CSV has two additional
/// columns for spreadsheets, which an import ignores: `date`, the time in UTC by ISO 8601, and
/// `correct`, which is empty for notes that were tuned and for beats.
public enum TrialFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180) with a header. Lines end with a line feed.
  case csv
  /// JSON Lines: an object per line, without missing values.
  case json

  /// The header.
  public var head: String {
    switch self {
    case .csv: CSVLine.text(TrialColumn.allCases.map { $0.name } + ["date", "correct"]) + "\n"
    case .json: ""
    }
  }

  /// Returns the line of a trial.
  public func line(_ record: TrialRecord) -> String {
    let row = TrialRow(record)
    switch self {
    case .csv: return CSVLine.text(row.values.map { $0.text } + Self.derived(record)) + "\n"
    case .json: return JSONLine.text(row) + "\n"
    }
  }

  /// Returns the values of the columns that follow the stored ones.
  private static func derived(_ record: TrialRecord) -> [String] {
    let correct =
      switch record.trial {
      case .comparison(let trial): trial.answer.isRight ? "true" : "false"
      case .matching, .beats: ""
      }
    return [CalendarDate.time(milliseconds: record.milliseconds), correct]
  }

  /// Returns lines of CSV without a header, which earlier versions may have written, with the
  /// columns of ``head``.
  package static func completed(_ lines: [UInt8]) -> [UInt8] {
    let count = TrialColumn.allCases.count
    var result: [UInt8] = []
    for bytes in lines.split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes, as: UTF8.self)
      if var fields = try? CSVLine.fields(line),
        let first = TrialColumn.additions.first(where: { $0.rawValue + 2 == fields.count })
      {
        fields.insert(
          contentsOf: [String](repeating: "", count: count - first.rawValue), at: first.rawValue)
        result += CSVLine.text(fields).utf8
      } else {
        result += bytes
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  /// Parses trials in either format, which the first character determines.
  ///
  /// Lines may end with CR LF. Empty lines are skipped. CSV columns may be in any order. Names of
  /// earlier versions are accepted.
  ///
  /// - Throws: ``TrialFormatError`` for the first invalid line.
  public static func records(_ bytes: [UInt8]) throws(TrialFormatError) -> [TrialRecord] {
    var records: [TrialRecord] = []
    var columns: [TrialColumn?]?
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let lines = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      if bytes.isEmpty { continue }
      let number = index + 1
      guard let line = String(validating: bytes, as: UTF8.self) else {
        throw TrialFormatError(line: number, reason: "not UTF-8")
      }
      do throws(TrialRowError) {
        if columns == nil && bytes.first == UInt8(ascii: "{") {
          records.append(try JSONLine.row(line).record())
        } else if let columns {
          records.append(try TrialRow(values: CSVLine.values(line, columns: columns)).record())
        } else if records.isEmpty {
          columns = try CSVLine.columns(line)
        } else {
          throw TrialRowError(reason: "expected a JSON object")
        }
      } catch { throw TrialFormatError(line: number, reason: error.reason) }
    }
    return records
  }
}

/// An invalid line of an export. No trial of the file is returned.
public struct TrialFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var line: Int
  /// The reason, as a clause without a full stop.
  public var reason: String

  /// `Line 3: not UTF-8. Nothing was imported.`
  public var description: String { "Line \(line): \(reason). Nothing was imported." }
}

extension TrialValue {
  /// The CSV representation, which is empty for a missing value.
  var text: String {
    switch self {
    case .missing: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    }
  }
}
