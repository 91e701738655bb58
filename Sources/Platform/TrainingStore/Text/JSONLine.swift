#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A trial as a JSON object on a line (RFC 8259).
enum JSONLine {
  static func text(_ row: TrialRow) -> String {
    var parts: [String] = []
    for (column, value) in zip(TrialColumn.allCases, row.values) {
      switch value {
      case .missing: continue
      case .integer, .real: parts.append("\"\(column.name)\":\(value.text)")
      case .text(let text): parts.append("\"\(column.name)\":\(quoted(text))")
      }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// Parses a line. Unknown keys are ignored.
  static func row(_ line: String) throws(TrialRowError) -> TrialRow {
    let object: [String: JSONScalar]
    do {
      object = try JSONDecoder().decode([String: JSONScalar].self, from: Data(line.utf8))
    } catch {
      throw TrialRowError(reason: "not a JSON object of strings and numbers")
    }
    var values: [TrialValue] = []
    for column in TrialColumn.allCases {
      let value = object[column.name] ?? column.formerName.flatMap { object[$0] }
      switch (value, column.kind) {
      case (nil, _), (.missing?, _): values.append(.missing)
      case (.text(let text)?, .text): values.append(.text(text))
      case (.number(let number)?, .real) where number.isFinite: values.append(.real(number))
      case (.number(let number)?, .integer):
        guard let integer = Int(exactly: number) else {
          throw TrialRowError(reason: "\(column.name) is not an integer")
        }
        values.append(.integer(integer))
      default: throw TrialRowError(reason: "\(column.name) has a value of the wrong type")
      }
    }
    return TrialRow(values: values)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// A JSON value other than an array or an object.
private enum JSONScalar: Decodable {
  case missing
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .missing
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }
}
