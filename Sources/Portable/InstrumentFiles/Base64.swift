/// Base64 coding (RFC 4648 §4), used for samples within SFZ files and paths in System Exclusive.
package enum Base64 {
  /// Skips bytes outside the alphabet and stops at `=`. Also accepts the URL-safe alphabet of §5.
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

  /// Returns `nil` unless all groups have four letters. The last may omit its padding (§3.2).
  package static func decodeStrictly(_ text: [UInt8]) -> [UInt8]? {
    var letters = text.count
    while letters > 0 && text.count - letters < 2 && text[letters - 1] == 0x3D { letters -= 1 }
    if letters < text.count && text.count % 4 != 0 { return nil }
    if letters % 4 == 1 { return nil }
    for index in 0..<letters where value(text[index]) == nil { return nil }
    return decode(text[..<letters])
  }

  /// Returns the padded Base64 text of `bytes`.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for index in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(bytes.count - index, 3)
      var bits: UInt32 = 0
      for offset in 0..<3 {
        bits = bits << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for sextet in 0..<4 {
        let value = UInt8(truncatingIfNeeded: bits >> UInt32(18 - 6 * sextet)) & 63
        text.append(sextet <= count ? letter(value) : 0x3D)
      }
    }
    return text
  }

  private static func letter(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: 0x41 + value
    case 26..<52: 0x61 + value - 26
    case 52..<62: 0x30 + value - 52
    case 62: 0x2B
    default: 0x2F
    }
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
