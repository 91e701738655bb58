/// The path in a message: plain, or as a `file` URI (RFC 8089).
enum UnitFilePath {
  /// Decodes a path; `nil` if it is not valid UTF-8 or not absolute.
  static func path(_ bytes: [UInt8]) -> String? {
    var path = bytes
    let scheme = Array("file://".utf8)
    if bytes.starts(with: scheme) {
      let host = Array("localhost/".utf8)
      var rest = Array(bytes[scheme.count...])
      if rest.starts(with: host) { rest.removeFirst(host.count - 1) }
      guard let decoded = percentDecoded(rest) else { return nil }
      path = decoded
    }
    guard path.first == 0x2F, !path.contains(0) else { return nil }
    let text = String(decoding: path, as: UTF8.self)
    // Decoding replaces invalid UTF-8, which would be another path.
    return text.utf8.elementsEqual(path) ? text : nil
  }

  /// Decodes percent-encoded bytes (RFC 3986 §2.1); `nil` if an escape is malformed.
  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] != 0x25 {
        plain.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      else { return nil }
      plain.append(high << 4 | low)
      index += 3
    }
    return plain
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 0x30...0x39: letter - 0x30
    case 0x41...0x46: letter - 0x41 + 10
    case 0x61...0x66: letter - 0x61 + 10
    default: nil
    }
  }
}
