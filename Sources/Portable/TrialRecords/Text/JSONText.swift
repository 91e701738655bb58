import PeachMusicUnits

/// Writes JSON values (RFC 8259).
package enum JSONText {
  /// Returns a string in quotation marks. Escapes what JSON requires, and no more.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [0x22]
    let digits = Array("0123456789abcdef".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0..<0x20:
        bytes += [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a value with a line for each member, in alphabetical order, and a line feed at the
  /// end.
  package static func indented(_ value: JSONValue) -> String { text(value, indentation: "") + "\n" }

  /// Returns a value on one line, its members in alphabetical order.
  package static func line(_ value: JSONValue) -> String {
    switch value {
    case .array(let values): "[" + values.map { line($0) }.joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.keys.sortedTexts().map { "\(quoted($0)):\(line(members[$0] ?? .null))" }
        .joined(separator: ",") + "}"
    case .null, .bool, .integer, .number, .text: text(value, indentation: "")
    }
  }

  private static func text(_ value: JSONValue, indentation: String) -> String {
    let inner = indentation + "  "
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return "\(value)"
    case .number(let value): return number(value)
    case .text(let value): return quoted(value)
    case .array(let values):
      return list(values.map { text($0, indentation: inner) }, "[", "]", indentation)
    case .object(let members):
      let lines = members.keys.sortedTexts().map { name in
        "\(quoted(name)) : \(text(members[name] ?? .null, indentation: inner))"
      }
      return list(lines, "{", "}", indentation)
    }
  }

  private static func list(
    _ lines: [String], _ start: String, _ end: String, _ indentation: String
  ) -> String {
    if lines.isEmpty { return start + end }
    let body = lines.map { "\n\(indentation)  \($0)" }.joined(separator: ",")
    return "\(start)\(body)\n\(indentation)\(end)"
  }

  /// Returns a number as an integer if it is one.
  package static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
