/// A line on standard error that changes, below lines that stay. Without a terminal, only those are
/// printed.
struct StatusLine {
  private let isShown: Bool
  private var shown = ""

  init(isShown: Bool) { self.isShown = isShown }

  /// Prints a line above the changing one.
  mutating func printLine(_ text: String) {
    clear()
    Console.info(text)
  }

  mutating func show(_ text: String) {
    guard isShown else { return }
    let line = Self.cut(text, to: TerminalMode.size.width - 1)
    if line == shown { return }
    shown = line
    Console.put("\r\(line)\u{1B}[K", to: Console.errors)
  }

  mutating func clear() {
    guard isShown, !shown.isEmpty else { return }
    shown = ""
    Console.put("\r\u{1B}[K", to: Console.errors)
  }

  /// Returns the text up to a number of columns, without control characters, which a file could
  /// contain. Scripts of East Asia have two columns per character (Unicode Standard Annex 11), as
  /// most characters from U+1100 on that are not punctuation.
  static func cut(_ text: String, to width: Int) -> String {
    var (result, columns) = ("", 0)
    for character in text {
      guard let scalar = character.unicodeScalars.first,
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
      else { continue }
      columns += scalar.value >= 0x1100 && !(0x2000..<0x2E80 ~= scalar.value) ? 2 : 1
      if columns > width { break }
      result.append(character)
    }
    return result
  }
}
