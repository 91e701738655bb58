#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A trial as a JSON object on a line (RFC 8259).
enum JSONLine {
  static func text(_ row: TrialRow) -> String {
    let parts = zip(TrialColumn.allCases, row.values).compactMap { column, value -> String? in
      switch value {
      case .missing: nil
      case .integer, .real: "\"\(column.name)\":\(value.text)"
      case .text(let text): "\"\(column.name)\":\(quoted(text))"
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
    let scalars = text.unicodeScalars.map { ($0 == "\"" || $0 == "\\" ? "\\" : "") + String($0) }
    return "\"" + scalars.joined() + "\""
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
