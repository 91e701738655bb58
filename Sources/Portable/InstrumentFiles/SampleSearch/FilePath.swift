/// Paths as instrument files hold them, brought to one form.
package enum FilePath {
  /// The parts of a path between either kind of slash, without `.` and without empty ones. A `..`
  /// takes the part before it away where there is one.
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

  /// Whether a path begins at the root of the file system, or of a drive.
  package static func isAbsolute(_ path: String) -> Bool {
    guard let first = path.utf8.first else { return false }
    return first == 0x2F || first == 0x5C || drive(path)
  }

  private static func drive(_ path: String) -> Bool {
    let head = Array(path.utf8.prefix(2))
    return head.count == 2 && head[1] == 0x3A && (head[0] | 0x20) >= 0x61
      && (head[0] | 0x20) <= 0x7A
  }

  /// The plain path that a `file:` URL stands for (RFC 8089), or the text itself where it is none.
  ///
  /// Only in a URL does `%23` mean `#`: a plain path may hold a percent sign.
  package static func plain(_ reference: String) -> String {
    guard reference.hasPrefix("file:") else { return reference }
    var rest = reference.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
    var bytes: [UInt8] = []
    var waiting = Array(rest.utf8)[...]
    while let byte = waiting.popFirst() {
      let digits = waiting.prefix(2).compactMap { hexadecimal($0) }
      if byte == 0x25, digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        waiting = waiting.dropFirst(2)
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

  /// A path below a folder.
  package static func join(_ folder: String, _ parts: some Sequence<String>) -> String {
    var path = folder
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    for part in parts {
      if !path.isEmpty, path.utf8.last != 0x2F { path += "/" }
      path += part
    }
    return path
  }

  /// A name in which capitals of ASCII do not matter. How accents are composed does not matter
  /// either: strings compare so.
  package static func folded(_ name: String) -> String {
    var utf8 = Array(name.utf8)
    for index in utf8.indices where utf8[index] >= 0x41 && utf8[index] <= 0x5A {
      utf8[index] |= 0x20
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Whether a path is a folder's, or below it: both without links, `.` and `..`.
  package static func isWithin(_ path: String, _ folder: String) -> Bool {
    if folder == "/" { return path.hasPrefix("/") }
    let (inner, outer) = (Array(path.utf8), Array(folder.utf8))
    guard inner.starts(with: outer) else { return false }
    return inner.count == outer.count || inner[outer.count] == 0x2F
  }
}
