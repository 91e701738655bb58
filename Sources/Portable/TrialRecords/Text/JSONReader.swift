/// Reads JSON values (RFC 8259). Of members with the same name, the last one counts.
///
/// ```swift
/// try JSONReader.value("{\"periodFrames\": 64}")  // .object(["periodFrames": .integer(64)])
/// try JSONReader.value("{\n\"device\": x}")
/// // throws: a value is expected at line 2, column 11
/// ```
package struct JSONReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0
  /// The maximum number of arrays and objects that contain one another.
  private static var depthLimit: Int { 64 }

  package static func value(_ text: String) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: Array(text.utf8))
    return try reader.document()
  }

  /// Reads a value from UTF-8.
  package static func value(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONError(line: 1, column: 1, problem: "UTF-8 is expected")
    }
    return try value(text)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw error("the end is expected") }
    return value
  }

  /// Returns an error at the present offset.
  private func error(_ problem: String) -> JSONError {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Bytes that continue a character are not counted.
    return JSONError(
      line: 1 + before.count { $0 == 0x0A },
      column: 1 + before[start...].count { $0 & 0xC0 != 0x80 }, problem: problem)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  /// Skips white space and, if it follows, a character.
  private mutating func accepts(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    switch next {
    case 0x22: return .text(try string())
    case 0x5B: return .array(try array())
    case 0x7B: return .object(try object())
    default: break
    }
    for (word, value) in [
      ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)),
    ]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    return try number()
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    if accepts(0x5D) { return values }
    repeat { values.append(try value()) } while accepts(0x2C)
    guard accepts(0x5D) else { throw error("\",\" or \"]\" is expected") }
    return values
  }

  private mutating func object() throws(JSONError) -> [String: JSONValue] {
    try enter()
    defer { depth -= 1 }
    var members: [String: JSONValue] = [:]
    if accepts(0x7D) { return members }
    repeat {
      skipSpace()
      guard next == 0x22 else { throw error("a name in quotation marks is expected") }
      let name = try string()
      guard accepts(0x3A) else { throw error("\":\" is expected") }
      members[name] = try value()
    } while accepts(0x2C)
    guard accepts(0x7D) else { throw error("\",\" or \"}\" is expected") }
    return members
  }

  /// Skips the character that begins an array or an object.
  private mutating func enter() throws(JSONError) {
    guard depth < Self.depthLimit else {
      throw error("at most \(Self.depthLimit) levels are supported")
    }
    depth += 1
    offset += 1
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    if next == 0x2D { offset += 1 }
    if next == 0x30 {
      offset += 1
    } else if !skipDigits() {
      throw error(start == offset ? "a value is expected" : "a digit is expected")
    }
    var isInteger = true
    if next == 0x2E {
      isInteger = false
      offset += 1
      if !skipDigits() { throw error("a digit is expected") }
    }
    if next == 0x65 || next == 0x45 {
      isInteger = false
      offset += 1
      if next == 0x2B || next == 0x2D { offset += 1 }
      if !skipDigits() { throw error("a digit is expected") }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    // Not −0, whose sign an integer does not have.
    if isInteger, let integer = Int64(text), integer != 0 || text == "0" {
      return .integer(integer)
    }
    guard let number = Double(text), number.isFinite else {
      throw error("a number below 1.8e308 is expected")
    }
    return .number(number)
  }

  /// Skips digits; returns `false` if there are none.
  private mutating func skipDigits() -> Bool {
    let start = offset
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    return offset > start
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      offset += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5C:
        guard let scalar = escape() else { throw error("an escape sequence is expected") }
        text += String(Character(scalar)).utf8
      default: text.append(byte)
      }
    }
    throw error("a quotation mark is expected")
  }

  /// Reads an escape sequence after its backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    offset += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: return Unicode.Scalar(byte)
    case 0x62: return "\u{8}"
    case 0x66: return "\u{C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75: break
    default: return nil
    }
    guard let unit = codeUnit() else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    // A surrogate pair.
    guard bytes[offset...].starts(with: [0x5C, 0x75]) else { return nil }
    offset += 2
    guard let low = codeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  /// Reads four hexadecimal digits.
  private mutating func codeUnit() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    var value: UInt32 = 0
    for byte in bytes[offset..<(offset + 4)] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}

/// The position at which a text is not JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int
  /// The character in the line, from 1.
  package var column: Int
  /// The expectation, as a clause.
  package var problem: String

  /// `a value is expected at line 2, column 11`.
  package var description: String { "\(problem) at line \(line), column \(column)" }
}
