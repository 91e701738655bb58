import Peach

/// Draws lines on the terminal: only those that changed, in one piece.
struct TerminalScreen {
  private let hasColour: Bool
  private var shown: [ScreenLine] = []

  /// A screen on which nothing is; in colour, or only with bold and reversed letters.
  init(hasColour: Bool) { self.hasColour = hasColour }

  /// Forgets what is there: the next time everything is drawn.
  mutating func clear() { shown = [] }

  /// Draws these lines, and nothing below.
  mutating func draw(_ lines: [ScreenLine]) {
    var text = shown.isEmpty ? "\u{1B}[2J" : ""
    for index in 0..<max(lines.count, shown.count) {
      let line = index < lines.count ? lines[index] : ScreenLine("")
      if index < shown.count && shown[index] == line { continue }
      text += "\u{1B}[\(index + 1);1H"
      for part in line.parts { text += styled(part) }
      text += "\u{1B}[K"
    }
    shown = lines
    if !text.isEmpty { Console.write(text, to: Console.output) }
  }

  private func styled(_ part: ScreenLine.Part) -> String {
    let code = hasColour ? Self.colour(part.role) : Self.weight(part.role)
    return code.isEmpty ? part.text : "\u{1B}[\(code)m\(part.text)\u{1B}[0m"
  }

  /// ECMA-48 §8.3.117: right and wrong weigh the same.
  private static func colour(_ role: ScreenLine.Role) -> String {
    switch role {
    case .plain, .faint, .key: ""
    case .title: "1"
    case .chosen, .right: "1;36"
    case .wrong: "1;33"
    case .warning: "35"
    }
  }

  private static func weight(_ role: ScreenLine.Role) -> String {
    switch role {
    case .plain, .faint, .key: ""
    case .title, .right, .wrong, .warning: "1"
    case .chosen: "7"
    }
  }
}
