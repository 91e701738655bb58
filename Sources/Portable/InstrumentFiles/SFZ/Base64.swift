/// Bytes written with 64 letters (RFC 4648 §4), as SFZ files hold samples within themselves.
enum Base64 {
  /// The bytes that a text stands for; what is no such letter, spaces for instance, is passed over,
  /// and after a `=` comes nothing.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text {
      if letter == 0x3D { break }
      guard let value = value(letter) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(_ letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter - 0x41)
    case 0x61...0x7A: UInt32(letter - 0x61 + 26)
    case 0x30...0x39: UInt32(letter - 0x30 + 52)
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
