import PeachMusicUnits

extension DecimalNumber {
  /// Reads all of `text`, apart from surrounding blanks; `nil` if it is not a number.
  init?(text: some Sequence<UInt8>) {
    let bytes = Array(text).trimmed
    self.init(prefixOf: bytes)
    if byteCount < bytes.count { return nil }
  }
}

enum Hexadecimal {
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Returns an integer such as `0x1F` or `-0x10`, apart from surrounding blanks, or `nil`.
  static func integer(_ text: some Sequence<UInt8>) -> Int64? {
    var bytes = Array(text).trimmed
    let isNegative = bytes.first == 0x2D
    if isNegative || bytes.first == 0x2B { bytes.removeFirst() }
    guard bytes.starts(with: [0x30, 0x78]) || bytes.starts(with: [0x30, 0x58]) else { return nil }
    let digits = bytes.dropFirst(2)
    if digits.isEmpty || digits.count > 15 { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | Int64(digit)
    }
    return isNegative ? -value : value
  }
}

extension [UInt8] {
  /// The bytes without surrounding blanks and control characters.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var bytes = self[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.drop { $0 <= 0x20 }
  }
}
