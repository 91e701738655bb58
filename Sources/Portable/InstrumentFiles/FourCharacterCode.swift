/// A chunk ID of four bytes, usually letters.
public struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The four bytes as a little-endian integer: the first byte is the least significant.
  public let rawValue: UInt32

  /// Creates a code from a little-endian integer.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a code from a string, padded with spaces to four characters.
  public init(stringLiteral value: StaticString) {
    var raw: UInt32 = 0
    for index in 0..<4 {
      let byte = index < value.utf8CodeUnitCount ? value.utf8Start[index] : 0x20
      raw |= UInt32(byte) << (8 * UInt32(index))
    }
    rawValue = raw
  }

  /// Whether all four bytes are printable ASCII.
  public var isPrintable: Bool {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let byte = rawValue >> shift & 0xFF
      if byte < 0x20 || byte > 0x7E { return false }
    }
    return true
  }

  /// The four characters, with a question mark for each unprintable one.
  public var description: String {
    var bytes: [UInt8] = []
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      bytes.append(byte >= 0x20 && byte <= 0x7E ? byte : 0x3F)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
