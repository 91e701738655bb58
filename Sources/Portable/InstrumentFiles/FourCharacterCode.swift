/// A chunk ID of four bytes, usually letters.
public struct FourCharacterCode: Hashable, Sendable, CustomStringConvertible {
  /// The four bytes as a little-endian integer: the first byte is the least significant.
  package let rawValue: UInt32

  /// Whether all four bytes are printable ASCII.
  package var isPrintable: Bool { characters.allSatisfy { (0x20...0x7E).contains($0) } }

  /// The four characters, with a question mark for each unprintable one.
  public var description: String {
    String(decoding: characters.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }

  private var characters: [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// Creates a code from a string, padded with spaces to four characters.
  public init(stringLiteral value: StaticString) {
    var raw: UInt32 = 0
    for index in 0..<4 {
      let byte = index < value.utf8CodeUnitCount ? value.utf8Start[index] : 0x20
      raw |= UInt32(byte) << (8 * UInt32(index))
    }
    self.init(rawValue: raw)
  }
}
