/// A column of a CSV file.
protocol CSVColumn: CaseIterable, RawRepresentable<Int> {
  var name: String { get }
  /// Parses a field. Returns `nil` if it does not have the type of the column.
  func value(_ text: String) -> TrialValue?
}

/// A line of comma-separated values: RFC 4180 without line feeds in values.
enum CSVLine {
  static func text(_ values: [String]) -> String {
    values.map { value in
      let isPlain = !value.utf8.contains { $0 == 0x22 || $0 == 0x2C }
      if isPlain { return value }
      return "\""
        + value.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: ",")
  }

  /// Returns the columns of a header, with `nil` for unknown ones.
  static func columns(_ line: String) throws(TrialRowError) -> [TrialColumn?] {
    let names = try fields(line)
    let columns = names.map { TrialColumn(name: $0) }
    for column in TrialColumn.allCases {
      let count = columns.count { $0 == column }
      guard count > 0 || !column.isRequired else {
        throw TrialRowError(reason: "the column \(column.name) is missing")
      }
      guard count < 2 else { throw TrialRowError(reason: "the column \(column.name) occurs twice") }
    }
    return columns
  }

  /// Returns the values of a line in the order of the cases of `Column`. The line has `columns`,
  /// with `nil` for unknown ones.
  static func values<Column: CSVColumn>(
    _ line: String, columns: [Column?]
  ) throws(TrialRowError) -> [TrialValue] {
    let fields = try fields(line)
    guard fields.count == columns.count else {
      throw TrialRowError(reason: "found \(fields.count) values for \(columns.count) columns")
    }
    var values = [TrialValue](repeating: .missing, count: Column.allCases.count)
    for (field, column) in zip(fields, columns) {
      guard let column else { continue }
      guard let value = column.value(field) else {
        throw TrialRowError(reason: "\(column.name) has the invalid value \"\(field)\"")
      }
      values[column.rawValue] = value
    }
    return values
  }

  static func fields(_ line: String) throws(TrialRowError) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var (isQuoted, wasQuoted) = (false, false)
    let bytes = Array(line.utf8)
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if isQuoted {
        if byte != 0x22 {
          field.append(byte)
        } else if offset < bytes.count && bytes[offset] == 0x22 {
          field.append(byte)
          offset += 1
        } else {
          (isQuoted, wasQuoted) = (false, true)
        }
      } else if byte == 0x2C {
        fields.append(String(decoding: field, as: UTF8.self))
        (field, wasQuoted) = ([], false)
      } else if byte == 0x22 && field.isEmpty && !wasQuoted {
        isQuoted = true
      } else if wasQuoted || byte == 0x22 {
        throw TrialRowError(reason: "unexpected quotation mark")
      } else {
        field.append(byte)
      }
    }
    if isQuoted { throw TrialRowError(reason: "unterminated quotation mark") }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
