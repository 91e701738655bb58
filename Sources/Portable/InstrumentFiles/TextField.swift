import PeachMusicUnits

/// Decodes strings in instrument files: officially ASCII, in practice Latin-1 or UTF-8.
enum TextField {
  /// Returns the string up to the first zero byte, without trailing spaces.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    var end = 0
    while end < bytes.count && bytes[end] != 0 { end += 1 }
    while end > 0 && bytes[end - 1] == 0x20 { end -= 1 }
    return String(fileText: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
  }
}
