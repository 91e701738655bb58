/// The path that a message names: as it is, or as a `file` address (RFC 8089).
enum UnitFilePath {
  /// The path of these bytes; nil where they are no text, or no path from the root.
  static func path(_ bytes: [UInt8]) -> String? {
    var path = bytes
    let scheme = Array("file://".utf8)
    if bytes.starts(with: scheme) {
      let host = Array("localhost/".utf8)
      var rest = Array(bytes[scheme.count...])
      if rest.starts(with: host) { rest.removeFirst(host.count - 1) }
      guard let decoded = withoutPercents(rest) else { return nil }
      path = decoded
    }
    guard path.first == 0x2F, !path.contains(0) else { return nil }
    let text = String(decoding: path, as: UTF8.self)
    // What was no UTF-8 has been replaced, and is another path.
    return text.utf8.elementsEqual(path) ? text : nil
  }

  /// Each `%` and two digits as the byte that they stand for (RFC 3986 §2.1); nil where one has none.
  private static func withoutPercents(_ bytes: [UInt8]) -> [UInt8]? {
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
