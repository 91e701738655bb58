/// A source whose comments and strings are replaced by spaces, so that only its code is read.
///
/// Regular expressions are read as code: they seldom have quotes or comment marks.
struct MaskedText {
  /// The forms of comments.
  enum Comments {
    /// From `/*` to `*/`.
    case blocks
    /// Blocks, and from `//` to the end of the line.
    case blocksAndLines
  }

  /// The text, with the lines and columns of the source.
  let text: String

  init(_ source: String, comments: Comments) {
    var masked = Array(source.utf8)
    var index = 0
    while index < masked.count {
      let end = Self.endOfMask(in: masked, from: index, comments)
      for position in index..<end where masked[position] != UInt8(ascii: "\n") {
        masked[position] = UInt8(ascii: " ")
      }
      index = max(end, index + 1)
    }
    text = String(decoding: masked, as: UTF8.self)
  }

  /// Returns the end of a comment or string that begins at an index; the index if none does.
  private static func endOfMask(
    in bytes: [UInt8], from start: Int, _ comments: Comments
  ) -> Int {
    let rest = bytes[start...]
    if rest.starts(with: "/*".utf8) { return end(of: "*/", in: bytes, from: start + 2) }
    if comments == .blocksAndLines, rest.starts(with: "//".utf8) {
      return rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")]
    guard quotes.contains(bytes[start]) else { return start }
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, !bytes[index...].starts(with: mark.utf8) { index += 1 }
    return min(index + mark.utf8.count, bytes.count)
  }
}
