/// A line of text as a screen shows it, in parts with a role each.
public struct ScreenLine: Equatable, Sendable {
  /// What a part of a line is; a terminal gives it colour and weight, and none of them means anything
  /// that the text does not say.
  public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case plain, title, faint, chosen, right, wrong, warning, key
  }

  /// Some text with a role.
  public struct Part: Equatable, Sendable {
    /// What is shown.
    public var text: String
    /// What it is.
    public var role: Role
  }

  /// From left to right.
  public private(set) var parts: [Part]

  /// A line of one part.
  public init(_ text: String, _ role: Role = .plain) { parts = [Part(text: text, role: role)] }

  /// The same with a part more.
  func and(_ text: String, _ role: Role = .plain) -> ScreenLine {
    var line = self
    line.parts.append(Part(text: text, role: role))
    return line
  }

  /// All of its text.
  public var text: String {
    var text = ""
    for part in parts { text += part.text }
    return text
  }

  /// At most so many characters of it; control characters, which a bank's names may have, become
  /// question marks.
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

  /// How many columns it takes, a scalar each.
  var width: Int {
    var width = 0
    for part in parts { width += part.text.unicodeScalars.count }
    return width
  }
}
