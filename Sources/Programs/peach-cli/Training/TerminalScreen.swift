import PeachServices
import PeachTrainerUI

/// Draws lines on the terminal. Rewrites changed lines only, with a single write.
struct TerminalScreen {
  private let hasColor: Bool
  private var shown: [ScreenLine] = []

  /// Creates an empty screen, with colors or with bold and reverse video only.
  init(hasColor: Bool) { self.hasColor = hasColor }

  /// Makes the next ``draw(_:)`` redraw all lines.
  mutating func clear() { shown = [] }

  /// Draws the lines, and clears the rest of the screen.
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
    if !text.isEmpty { Console.put(text, to: Console.output) }
  }

  private func styled(_ part: ScreenLine.Part) -> String {
    let code = hasColor ? Self.color(part.role) : Self.weight(part.role)
    return code.isEmpty ? part.text : "\u{1B}[\(code)m\(part.text)\u{1B}[0m"
  }

  /// Select Graphic Rendition (ECMA-48 §8.3.117). Right and wrong answers are equally prominent.
  private static func color(_ role: ScreenLine.Role) -> String {
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
