/// How trials are written for other programs; both are lossless, a line for each trial.
public enum TrialFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180) with a line of names; ends of lines are single line feeds.
  case csv
  /// JSON, an object to a line, without what a trial does not have.
  case json

  /// The lines before the first trial.
  public var head: String {
    switch self {
    case .csv: TrialColumn.allCases.map(\.name).joined(separator: ",") + "\n"
    case .json: ""
    }
  }

  /// A trial's line.
  public func line(_ record: TrialRecord) -> String {
    let row = TrialRow(record)
    switch self {
    case .csv: return CSVLine.text(row.values.map(\.text)) + "\n"
    case .json: return JSONLine.text(row) + "\n"
    }
  }

  /// All trials of a text in either format, which its first character tells.
  ///
  /// Ends of lines may have carriage returns, and empty lines are passed over. Columns of CSV may be in
  /// any order. Throws ``TrialStoreError/line(number:reason:)`` with the first line that is no trial.
  public static func records(_ bytes: [UInt8]) throws(TrialStoreError) -> [TrialRecord] {
    var records: [TrialRecord] = []
    var columns: [TrialColumn?]?
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let lines = bytes.dropFirst(hasMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      if bytes.isEmpty { continue }
      let number = index + 1
      guard let line = String(validating: bytes, as: UTF8.self) else {
        throw .line(number: number, reason: "it is not UTF-8")
      }
      do throws(TrialRowError) {
        if columns == nil && bytes.first == UInt8(ascii: "{") {
          records.append(try JSONLine.row(line).record())
        } else if let columns {
          records.append(try CSVLine.row(line, columns: columns).record())
        } else if records.isEmpty {
          columns = try CSVLine.columns(line)
        } else {
          throw TrialRowError(reason: "it does not begin with {")
        }
      } catch {
        throw .line(number: number, reason: error.reason)
      }
    }
    return records
  }
}

extension TrialValue {
  /// As CSV has it; empty where there is none.
  var text: String {
    switch self {
    case .missing: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    }
  }
}
