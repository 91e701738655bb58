/// Writes JSON values (RFC 8259).
package enum JSONText {
  /// Returns a string in quotation marks. Escapes what JSON requires, and no more.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [0x22]
    let digits = Array("0123456789abcdef".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0..<0x20:
        bytes += [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a number as an integer if it is one.
  package static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
