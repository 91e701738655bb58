/// Numbers and keys as SFZ files write them.
enum SFZNumber {
  /// The number at a text's beginning: digits with a sign, a point, an exponent; nil where there is
  /// none. What follows it, a unit for instance, is ignored.
  static func real(_ text: String) -> Float? {
    var bytes = Array(text.utf8)[...]
    var sign = 1.0
    if let first = bytes.first, first == 0x2B || first == 0x2D {
      sign = first == 0x2D ? -1 : 1
      bytes.removeFirst()
    }
    var value = 0.0
    var digits = 0
    var places = 0
    var isFraction = false
    while let byte = bytes.first {
      if byte == 0x2E && !isFraction {
        isFraction = true
      } else if byte >= 0x30 && byte <= 0x39 {
        // More digits than a double holds say nothing.
        if digits < 300 { value = value * 10 + Double(byte - 0x30) }
        digits += 1
        if isFraction && digits <= 300 { places += 1 }
      } else {
        break
      }
      bytes.removeFirst()
    }
    if digits == 0 { return nil }
    var power = exponent(bytes) - places
    while power > 0 && value < 1e300 && value > 0 {
      value *= 10
      power -= 1
    }
    while power < 0 && value > 1e-300 {
      value /= 10
      power += 1
    }
    let result = Float(sign * value)
    return result.isFinite ? result : nil
  }

  private static func exponent(_ bytes: ArraySlice<UInt8>) -> Int {
    var bytes = bytes
    guard let mark = bytes.popFirst(), mark | 0x20 == 0x65 else { return 0 }
    var sign = 1
    if let first = bytes.first, first == 0x2B || first == 0x2D {
      sign = first == 0x2D ? -1 : 1
      bytes.removeFirst()
    }
    var value = 0
    for byte in bytes.prefix(4) {
      guard byte >= 0x30 && byte <= 0x39 else { break }
      value = value * 10 + Int(byte - 0x30)
    }
    return sign * value
  }

  /// A whole number, of which a fraction is cut off.
  static func whole(_ text: String) -> Int? {
    real(text).map { Int(min(max($0, -2_147_483_648), 2_147_483_520)) }
  }

  /// A key by number or by name: `60`, `c4`, `C#4`, `db4`; −1 for none. c-1 is 0.
  static func key(_ text: String) -> Int? {
    if let number = whole(text) { return min(max(number, -1000), 1000) }
    var bytes = Array(text.utf8)[...]
    guard let letter = bytes.popFirst() else { return nil }
    let steps: Int
    switch letter | 0x20 {
    case 0x63: steps = 0
    case 0x64: steps = 2
    case 0x65: steps = 4
    case 0x66: steps = 5
    case 0x67: steps = 7
    case 0x61: steps = 9
    case 0x62: steps = 11
    default: return nil
    }
    var shift = 0
    if let mark = bytes.first, mark == 0x23 || mark | 0x20 == 0x62 {
      shift = mark == 0x23 ? 1 : -1
      bytes.removeFirst()
    }
    let rest = String(decoding: bytes, as: UTF8.self)
    guard let octave = whole(rest), (-1...9).contains(octave) else { return nil }
    return 12 * (octave + 1) + steps + shift
  }

  /// Whether a text means yes: `on`, or a number that is not 0.
  static func isOn(_ text: String) -> Bool {
    let folded = FilePath.folded(text)
    return folded == "on" || (whole(text) ?? 0) != 0
  }
}
