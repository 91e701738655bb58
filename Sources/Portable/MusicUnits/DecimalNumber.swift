/// A decimal number at the beginning of a text, which may continue with anything, a unit for
/// instance. Reads sign, digits, a point and an exponent of up to four digits: `-12`, `1.5e-3`.
///
/// ```swift
/// let number = DecimalNumber(prefixOf: Array("-6.5dB".utf8)[...])
/// number?.value      // -6.5
/// number?.byteCount  // 4
/// ```
package struct DecimalNumber {
  /// Whether a minus sign precedes the digits.
  package let isNegative: Bool
  /// Whether the number has a decimal point.
  package let hasPoint: Bool
  /// The magnitude of the integer part; `nil` if it has more than 18 significant digits.
  package let integerPart: Int64?
  /// The fraction, 0…1, from up to 15 of its digits.
  package let fraction: Double
  /// The length of the number in the text, in bytes.
  package let byteCount: Int
  private let hasExponent: Bool
  private let magnitude: Double

  /// The value. Correctly rounded for up to 15 digits and powers of ten from −22 to 22; digits
  /// after the 18th count as zeros. Infinite if it exceeds the range of `Double`.
  package var value: Double { isNegative ? -magnitude : magnitude }

  /// The value of a number without point and exponent; `nil` for any other.
  package var integer: Int64? {
    guard let integerPart, !hasPoint, !hasExponent else { return nil }
    return isNegative ? -integerPart : integerPart
  }

  /// Returns `nil` if the bytes do not begin with a number.
  package init?(prefixOf bytes: ArraySlice<UInt8>, allowsExponent: Bool = true) {
    var position = bytes.startIndex
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { position += 1 }
    var (digits, integerDigits, power): (Int64, Int64, Int) = (0, 0, 0)
    var (fractionDigits, fractionScale): (Int64, Int64) = (0, 1)
    var (hasDigits, hasPoint, isLong) = (false, false, false)
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte >= 0x30 && byte <= 0x39 {
        let digit = Int64(byte - 0x30)
        hasDigits = true
        if digits < 100_000_000_000_000_000 {
          digits = digits * 10 + digit
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
          isLong = true
        }
        if !hasPoint { integerDigits = digits }
        if hasPoint && fractionScale < 1_000_000_000_000_000 {
          fractionDigits = fractionDigits * 10 + digit
          fractionScale *= 10
        }
      } else {
        break
      }
      position += 1
    }
    guard hasDigits else { return nil }
    self.hasPoint = hasPoint
    fraction = Double(fractionDigits) / Double(fractionScale)
    integerPart = isLong ? nil : integerDigits
    let exponent = allowsExponent ? Self.exponent(bytes[position...]) : nil
    hasExponent = exponent != nil
    byteCount = position - bytes.startIndex + (exponent?.byteCount ?? 0)
    magnitude = Self.scaled(Double(digits), by: power + (exponent?.value ?? 0))
  }

  /// Returns the exponent at the beginning of `bytes` and its length; `nil` if none follows.
  private static func exponent(_ bytes: ArraySlice<UInt8>) -> (value: Int, byteCount: Int)? {
    guard let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") else { return nil }
    var digits = bytes.dropFirst()
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let count = digits.prefix(4).prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    guard count > 0 else { return nil }
    let value = digits.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return (isNegative ? -value : value, digits.startIndex - bytes.startIndex + count)
  }

  private static func scaled(_ value: Double, by power: Int) -> Double {
    if value == 0 { return 0 }
    var factor = 1.0
    for _ in 0..<min(abs(power), 330) { factor *= 10 }
    return power < 0 ? value / factor : value * factor
  }
}
