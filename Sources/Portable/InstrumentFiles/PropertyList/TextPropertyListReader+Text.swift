import PeachMusicUnits

/// Character data of XML.
extension TextPropertyListReader {
  /// Returns the text in a range with entities replaced and comments removed.
  func text(_ range: Range<Int>) -> String { Self.text(rebased(range)) }

  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(where: { $0 == 0x26 || $0 == 0x3C }) else {
      return String(fileText: bytes)
    }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x26, let (character, length) = entity(bytes, index) {
        result += Array(String(character).utf8)
        index += length
      } else if bytes[index] == 0x3C {
        let isComment =
          index + 1 < bytes.count && index + 2 < bytes.count && bytes[index + 2] == 0x2D
        let start = index + (isComment ? 4 : 9)
        let close: [UInt8] = isComment ? [0x2D, 0x2D, 0x3E] : [0x5D, 0x5D, 0x3E]
        var end = min(start, bytes.count)
        while end < bytes.count, !bytes[end...].starts(with: close) { end += 1 }
        if !isComment, start < end { result += bytes[start..<end] }
        index = end + 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(fileText: result)
  }

  /// Returns the character of an entity such as `&amp;`, `&#38;` or `&#x26;`, and the entity's
  /// length; `nil` if it is invalid.
  private static func entity(
    _ bytes: UnsafeRawBufferPointer, _ index: Int
  ) -> (Unicode.Scalar, Int)? {
    guard let end = bytes[index...].prefix(12).firstIndex(of: 0x3B) else { return nil }
    let name = Array(bytes[(index + 1)..<end])
    let length = end + 1 - index
    for (known, character) in [
      ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
    ] as [(String, Unicode.Scalar)] where name.elementsEqual(known.utf8) {
      return (character, length)
    }
    guard name.first == 0x23 else { return nil }
    let isHexadecimal = name.count > 1 && name[1] | 0x20 == 0x78
    var value: UInt32 = 0
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    if digits.isEmpty || digits.count > 7 { return nil }
    for byte in digits {
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte - 0x30)
      case 0x41...0x46 where isHexadecimal: digit = UInt32(byte - 0x37)
      case 0x61...0x66 where isHexadecimal: digit = UInt32(byte - 0x57)
      default: return nil
      }
      value = value * (isHexadecimal ? 16 : 10) + digit
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }
}
