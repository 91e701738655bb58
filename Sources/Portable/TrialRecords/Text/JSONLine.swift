/// A trial as a JSON object on a line (RFC 8259).
enum JSONLine {
  static func text(_ row: TrialRow) -> String {
    text(zip(TrialColumn.allCases, row.values).map { ($0.name, $1) })
  }

  /// Returns an object of the values that are not missing.
  static func text(_ members: [(name: String, value: TrialValue)]) -> String {
    let parts = members.compactMap { name, value -> String? in
      switch value {
      case .missing: nil
      case .integer, .real: "\"\(name)\":\(value.text)"
      case .text(let text): "\"\(name)\":\(JSONText.quoted(text))"
      }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// Parses a line. Unknown keys are ignored.
  static func row(_ line: String) throws(TrialRowError) -> TrialRow {
    let object = try object(line)
    var values: [TrialValue] = []
    for column in TrialColumn.allCases {
      let value = object[column.name] ?? column.formerName.flatMap { object[$0] }
      switch (value, column.kind) {
      case (nil, _), (.null?, _): values.append(.missing)
      case (.text(let text)?, .text): values.append(.text(text))
      case (.integer(let integer)?, .integer): values.append(.integer(integer))
      case (.integer(let integer)?, .real): values.append(.real(Double(integer)))
      case (.number(let number)?, .real): values.append(.real(number))
      case (.number(let number)?, .integer):
        guard let integer = Int64(exactly: number) else {
          throw TrialRowError(reason: "\(column.name) is not an integer")
        }
        values.append(.integer(integer))
      default: throw TrialRowError(reason: "\(column.name) has a value of the wrong type")
      }
    }
    return TrialRow(values: values)
  }

  /// Parses a line that is an object.
  static func object(_ line: String) throws(TrialRowError) -> [String: JSONValue] {
    do throws(JSONError) {
      if case .object(let members) = try JSONReader.value(line) { return members }
      throw JSONError(line: 1, column: 1, problem: "\"{\" is expected")
    } catch {
      throw TrialRowError(reason: "not a JSON object: \(error.problem) in column \(error.column)")
    }
  }
}
