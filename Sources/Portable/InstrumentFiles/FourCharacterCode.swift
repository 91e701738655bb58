/// The name of a chunk: four bytes, mostly letters.
public struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The four bytes, the first one lowest: as a little-endian file stores them.
  public let rawValue: UInt32

  /// The code with these bytes, the first one lowest.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code that reads like this; what is missing of four characters are spaces.
  public init(stringLiteral value: StaticString) {
    var raw: UInt32 = 0
    for index in 0..<4 {
      let byte = index < value.utf8CodeUnitCount ? value.utf8Start[index] : 0x20
      raw |= UInt32(byte) << (8 * UInt32(index))
    }
    rawValue = raw
  }

  /// True where all four bytes are printable ASCII, as in every chunk ever named.
  public var isPrintable: Bool {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let byte = rawValue >> shift & 0xFF
      if byte < 0x20 || byte > 0x7E { return false }
    }
    return true
  }

  /// The four characters, with a question mark for each that cannot be printed.
  public var description: String {
    var bytes: [UInt8] = []
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      bytes.append(byte >= 0x20 && byte <= 0x7E ? byte : 0x3F)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
