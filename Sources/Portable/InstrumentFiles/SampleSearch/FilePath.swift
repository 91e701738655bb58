/// Parses and compares the file paths of instrument files.
package enum FilePath {
  /// Splits a path at `/` and `\`, without empty components and `.`. Resolves `..` if possible.
  package static func parts(_ path: some StringProtocol) -> [String] {
    var parts: [String] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts
  }

  /// Whether a path starts at the root of the file system or of a drive.
  package static func isAbsolute(_ path: String) -> Bool {
    guard let first = path.utf8.first else { return false }
    let isDrive = (0x61...0x7A).contains(first | 0x20) && path.utf8.dropFirst().first == 0x3A
    return first == 0x2F || first == 0x5C || isDrive
  }

  /// Returns the path of a `file:` URL (RFC 8089); returns other strings unchanged. Percent
  /// encoding applies to URLs only: plain paths may contain a percent sign.
  package static func plain(_ reference: String) -> String {
    guard reference.hasPrefix("file:") else { return reference }
    var rest = reference.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
    var bytes: [UInt8] = []
    var remaining = Array(rest.utf8)[...]
    while let byte = remaining.popFirst() {
      let digits = remaining.prefix(2).compactMap { hexadecimal($0) }
      if byte == 0x25, digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        remaining = remaining.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  package static func join(_ folder: String, _ parts: some Sequence<String>) -> String {
    var path = folder
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    for part in parts {
      if !path.isEmpty, path.utf8.last != 0x2F { path += "/" }
      path += part
    }
    return path
  }

  /// Returns a name with ASCII letters in lower case, for case-insensitive comparison. String
  /// comparison already ignores how accents are composed.
  package static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether a path is a folder or below it. Both must be free of links, `.` and `..`.
  package static func isWithin(_ path: String, _ folder: String) -> Bool {
    if folder == "/" { return path.hasPrefix("/") }
    let (inner, outer) = (Array(path.utf8), Array(folder.utf8))
    guard inner.starts(with: outer) else { return false }
    return inner.count == outer.count || inner[outer.count] == 0x2F
  }
}
