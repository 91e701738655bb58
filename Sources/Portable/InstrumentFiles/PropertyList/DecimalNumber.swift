import PeachMusicUnits

/// A number as text has it: `-12`, `0.004999999888`, `1.5e-3`, also `0x1F`.
struct DecimalNumber {
  /// Its value.
  let value: Double
  /// The same where it is written without point and exponent, and fits.
  let whole: Int64?

  /// Reads the whole of `text`, blanks around it aside; nil where it is no number.
  init?(_ text: some BidirectionalCollection<UInt8>) {
    var bytes = Array(text)[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    bytes = bytes.drop { $0 <= 0x20 }
    let isNegative = bytes.first == 0x2D
    if isNegative || bytes.first == 0x2B { bytes.removeFirst() }
    if bytes.starts(with: [0x30, 0x78]) || bytes.starts(with: [0x30, 0x58]) {
      guard let value = Self.hexadecimal(bytes.dropFirst(2)) else { return nil }
      whole = isNegative ? -value : value
      self.value = Double(isNegative ? -value : value)
      return
    }
    var digits: Int64 = 0
    var (power, count, hasPoint) = (0, 0, false)
    while let byte = bytes.first {
      if byte == 0x2E, !hasPoint {
        hasPoint = true
      } else if (0x30...0x39).contains(byte) {
        count += 1
        // Eighteen digits are more than a Double can tell apart.
        if digits < 100_000_000_000_000_000 {
          digits = digits * 10 + Int64(byte - 0x30)
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
        }
      } else {
        break
      }
      bytes.removeFirst()
    }
    guard count > 0 else { return nil }
    let isWhole = !hasPoint && bytes.isEmpty && power == 0
    if let byte = bytes.first {
      guard byte | 0x20 == 0x65, let exponent = Self.exponent(bytes.dropFirst()) else { return nil }
      power += exponent
    }
    let magnitude = Self.scaled(Double(digits), by: power)
    value = isNegative ? -magnitude : magnitude
    whole = isWhole ? (isNegative ? -digits : digits) : nil
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int64? {
    if digits.isEmpty || digits.count > 15 { return nil }
    var value: Int64 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value << 4 | Int64(byte - 0x30)
      case 0x41...0x46: value = value << 4 | Int64(byte - 0x37)
      case 0x61...0x66: value = value << 4 | Int64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
    var digits = text
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits.removeFirst() }
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return isNegative ? -value : value
  }

  /// Times a power of ten. What is too large becomes infinite, and is no number to a list.
  private static func scaled(_ value: Double, by power: Int) -> Double {
    if value == 0 { return 0 }
    var factor = 1.0
    for _ in 0..<min(abs(power), 330) { factor *= 10 }
    return power < 0 ? value / factor : value * factor
  }
}
