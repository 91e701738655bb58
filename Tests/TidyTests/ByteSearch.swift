extension StringProtocol {
  /// Returns whether the UTF-8 bytes of `text` occur in this string. Compares no grapheme clusters,
  /// so that it is much faster than `contains`.
  func containsBytes(of text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first else { return true }
    var rest = utf8[...]
    while let index = rest.firstIndex(of: first) {
      if rest[index...].starts(with: text.utf8) { return true }
      rest = rest[index...].dropFirst()
    }
    return false
  }
}
