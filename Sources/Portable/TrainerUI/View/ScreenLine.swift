/// A line of text on the screen, in parts with roles.
package struct ScreenLine: Equatable, Sendable {
  /// The role of a part, which determines its color and weight. The text alone has all information.
  package enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case plain, title, faint, chosen, right, wrong, warning, key
  }

  package struct Part: Equatable, Sendable {
    package var text: String
    package var role: Role
  }

  package private(set) var parts: [Part]

  package init(_ text: String, _ role: Role = .plain) { parts = [Part(text: text, role: role)] }

  package func and(_ text: String, _ role: Role = .plain) -> ScreenLine {
    var line = self
    line.parts.append(Part(text: text, role: role))
    return line
  }

  package var text: String { parts.reduce("") { $0 + $1.text } }

  /// Returns the line truncated to `width`. Control characters, which names in banks may contain,
  /// become question marks.
  package func cut(to width: Int) -> ScreenLine {
    var left = width
    var cut = self
    cut.parts = []
    for part in parts where left > 0 {
      var text = ""
      for scalar in part.text.unicodeScalars where left > 0 {
        let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
        text.unicodeScalars.append(isControl ? "?" : scalar)
        left -= 1
      }
      cut.parts.append(Part(text: text, role: part.role))
    }
    return cut
  }

  /// Whether the line starts with two spaces.
  var isIndented: Bool { text.utf8.prefix(2).elementsEqual("  ".utf8) }

  /// The width in columns, one per Unicode scalar.
  var width: Int { parts.reduce(0) { $0 + $1.text.unicodeScalars.count } }
}
