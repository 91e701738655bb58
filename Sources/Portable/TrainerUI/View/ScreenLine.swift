/// A line of text on the screen, in parts with roles.
public struct ScreenLine: Equatable, Sendable {
  /// The role of a part, which determines its color and weight. The text alone has all information.
  package enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case plain, title, faint, chosen, right, wrong, warning, key
  }

  /// Some text with a role.
  public struct Part: Equatable, Sendable {
    /// The text.
    public var text: String
    /// The role.
    package var role: Role
  }

  /// The parts from left to right.
  public private(set) var parts: [Part]

  /// Creates a line of one part.
  package init(_ text: String, _ role: Role = .plain) { parts = [Part(text: text, role: role)] }

  /// Returns the line with a part appended.
  func and(_ text: String, _ role: Role = .plain) -> ScreenLine {
    var line = self
    line.parts.append(Part(text: text, role: role))
    return line
  }

  /// The text of all parts.
  public var text: String {
    var text = ""
    for part in parts { text += part.text }
    return text
  }

  /// Returns the line truncated to `width`. Control characters, which names in banks may contain,
  /// become question marks.
  func cut(to width: Int) -> ScreenLine {
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

  /// The width in columns, one per Unicode scalar.
  var width: Int {
    var width = 0
    for part in parts { width += part.text.unicodeScalars.count }
    return width
  }
}
