/// Paths are bytes, and need not be UTF-8. In strings, each byte that is not part of valid UTF-8 is
/// a private-use character, U+10FE00 plus its value, so that every path has one string and every
/// string one path. These characters themselves are escaped byte by byte.
package enum PathBytes {
  /// The character of byte 0; bytes from 0x80 on are escaped.
  package static var firstEscape: UInt32 { 0x10FE00 }

  /// Returns the string of a path.
  package static func string(_ path: UnsafePointer<CChar>) -> String {
    string(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// Returns the string of bytes, such as a list of paths.
  package static func string(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { string($0) } }

  private static func string(_ bytes: UnsafeRawBufferPointer) -> String {
    // No character but those of plane 16 starts with this byte.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var offset = 0
    while offset < bytes.count {
      let length = length(of: bytes, at: offset)
      let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + max(length, 1)])
      if length > 0, let scalar = String(validating: part, as: UTF8.self)?.unicodeScalars.first,
        !isEscape(scalar)
      {
        text.append(scalar)
        offset += length
      } else {
        text.append(Unicode.Scalar(firstEscape + UInt32(bytes[offset])) ?? "?")
        offset += 1
      }
    }
    return String(text)
  }

  /// Returns the length of the character that starts at an offset; 0 if it does not fit.
  private static func length(of bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let first = bytes[offset]
    let length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return offset + length <= bytes.count ? length : 0
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= firstEscape + 0x80 && scalar.value < firstEscape + 0x100
  }

  /// Returns the bytes of a path without a final zero.
  package static func bytes(_ path: String) -> [UInt8] {
    guard path.utf8.contains(0xF4) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar in
      isEscape(scalar)
        ? [UInt8(scalar.value - firstEscape)] : Array(String(Character(scalar)).utf8)
    }
  }

  /// Returns text for people: escaped bytes as `\xE9`.
  ///
  /// - Parameter prefix: The text before the digits; a backslash of JSON is doubled.
  package static func readable(_ text: String, prefix: String = "\\x") -> String {
    guard text.utf8.contains(0xF4) else { return text }
    var readable = ""
    for scalar in text.unicodeScalars {
      if isEscape(scalar) {
        readable += prefix + String(scalar.value - firstEscape, radix: 16, uppercase: true)
      } else {
        readable.unicodeScalars.append(scalar)
      }
    }
    return readable
  }

  /// Calls `body` with the bytes of a path.
  package static func withBytes<Result>(
    _ path: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard path.utf8.contains(0xF4) else { return path.withCString(body) }
    let bytes = bytes(path).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("There is a final zero.") }
      return body(start)
    }
  }
}

// The functions of the C library that take paths, with the bytes of strings.

package func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  PathBytes.withBytes(path) { open($0, flags, mode) }
}

package func lstat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  PathBytes.withBytes(path) { lstat($0, status) }
}

/// Calls `stat`, whose name is that of a structure, too.
package func fileStatus(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  PathBytes.withBytes(path) { stat($0, status) }
}

package func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  PathBytes.withBytes(path) { mkdir($0, mode) }
}

@discardableResult package func unlink(_ path: String) -> Int32 {
  PathBytes.withBytes(path) { unlink($0) }
}

@discardableResult package func rmdir(_ path: String) -> Int32 {
  PathBytes.withBytes(path) { rmdir($0) }
}

package func rename(_ path: String, _ other: String) -> Int32 {
  PathBytes.withBytes(path) { path in PathBytes.withBytes(other) { rename(path, $0) } }
}

/// Returns the canonical path; `nil` if it does not exist.
package func canonicalPath(_ path: String) -> String? {
  PathBytes.withBytes(path) { path in
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return PathBytes.string(resolved)
  }
}
