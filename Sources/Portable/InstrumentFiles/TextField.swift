import PeachMusicUnits

/// Decodes strings in instrument files: officially ASCII, in practice Latin-1 or UTF-8.
enum TextField {
  /// Returns the string up to the first zero byte, without trailing spaces.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = bytes.prefix { $0 != 0 }
    let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
    return String(fileText: UnsafeRawBufferPointer(rebasing: text[..<end]))
  }
}
