/// Reads a JSON object of strings, numbers, Booleans, nulls and arrays of numbers (RFC 8259).
package struct JSONObjectReader {
  private let bytes: [UInt8]
  private var offset = 0

  /// Reads an object. Of members with the same name, the last one counts.
  package static func object(_ line: String) throws(TrialRowError) -> [String: JSONScalar] {
    var reader = JSONObjectReader(bytes: Array(line.utf8))
    guard let object = reader.object() else {
      throw TrialRowError(reason: "not a JSON object of strings and numbers")
    }
    return object
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func object() -> [String: JSONScalar]? {
    guard accepts(0x7B) else { return nil }
    var members: [String: JSONScalar] = [:]
    if !accepts(0x7D) {
      repeat {
        skipSpace()
        guard let name = string(), accepts(0x3A) else { return nil }
        guard let value = scalar() else { return nil }
        members[name] = value
      } while accepts(0x2C)
      guard accepts(0x7D) else { return nil }
    }
    skipSpace()
    return offset == bytes.count ? members : nil
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

  private mutating func scalar() -> JSONScalar? {
    skipSpace()
    if next == 0x22 { return string().map { .text($0) } }
    for (word, value) in [
      ("null", JSONScalar.missing), ("true", .truth(true)), ("false", .truth(false)),
    ]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    if next == 0x5B { return numbers().map { .numbers($0) } }
    return number().map { .number($0) }
  }

  private mutating func numbers() -> [Double]? {
    guard accepts(0x5B) else { return nil }
    var numbers: [Double] = []
    if accepts(0x5D) { return numbers }
    repeat {
      skipSpace()
      guard let value = number() else { return nil }
      numbers.append(value)
    } while accepts(0x2C)
    return accepts(0x5D) ? numbers : nil
  }

  // MARK: Numbers

  private mutating func number() -> Double? {
    let start = offset
    if next == 0x2D { offset += 1 }
    if next == 0x30 { offset += 1 } else if !skipDigits() { return nil }
    if next == 0x2E {
      offset += 1
      if !skipDigits() { return nil }
    }
    if next == 0x65 || next == 0x45 {
      offset += 1
      if next == 0x2B || next == 0x2D { offset += 1 }
      if !skipDigits() { return nil }
    }
    let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Skips digits; returns `false` if there are none.
  private mutating func skipDigits() -> Bool {
    let start = offset
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    return offset > start
  }

  // MARK: Strings

  private mutating func string() -> String? {
    guard next == 0x22 else { return nil }
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      offset += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5C:
        guard let scalar = escape() else { return nil }
        text += String(Character(scalar)).utf8
      default: text.append(byte)
      }
    }
    return nil
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

/// A JSON value other than an object; arrays have numbers only.
package enum JSONScalar {
  case missing
  case number(Double)
  case text(String)
  case truth(Bool)
  case numbers([Double])

  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }
}
