/// Text as instrument files hold it: ASCII by the book, Latin-1 or UTF-8 in real life.
enum TextField {
  /// The text up to the first zero byte, without trailing spaces.
  ///
  /// Bytes that are not valid UTF-8 are read as Latin-1, in which every byte is a character.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    var end = 0
    while end < bytes.count && bytes[end] != 0 { end += 1 }
    while end > 0 && bytes[end - 1] == 0x20 { end -= 1 }
    let field = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    if isUTF8(field) { return String(decoding: field, as: UTF8.self) }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(2 * field.count)
    for byte in field {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
