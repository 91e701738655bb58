/// A recipe's text as lines that say something: a word, and what follows it.
struct RecipeLines {
  /// A line that is neither empty nor a comment.
  struct Entry {
    /// Counted from 1.
    var line: Int
    var word: String
    var rest: ArraySlice<UInt8>
  }

  let entries: [Entry]

  init(_ text: String) {
    let lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    var entries: [Entry] = []
    for (index, bytes) in lines.enumerated() {
      let trimmed = Self.trimmed(bytes)
      if trimmed.isEmpty || trimmed.first == 0x23 { continue }
      let end = trimmed.firstIndex { Self.isSpace($0) } ?? trimmed.endIndex
      entries.append(
        Entry(
          line: index + 1, word: Self.text(trimmed[..<end]), rest: Self.trimmed(trimmed[end...])))
    }
    self.entries = entries
  }

  /// Two keys with a dash between: `36-96`.
  static func keys(_ text: ArraySlice<UInt8>) -> ClosedRange<UInt8>? {
    guard let dash = text.firstIndex(of: 0x2D),
      let low = PresetPattern.number(trimmed(text[..<dash]), limit: 127),
      let high = PresetPattern.number(trimmed(text[(dash + 1)...]), limit: 127), low <= high
    else { return nil }
    return UInt8(low)...UInt8(high)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let byte = text.first, isSpace(byte) { text.removeFirst() }
    while let byte = text.last, isSpace(byte) { text.removeLast() }
    return text
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
