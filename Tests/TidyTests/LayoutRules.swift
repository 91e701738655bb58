/// The layout of texts that no formatter checks: the columns of all sources, and the page's
/// sources.
enum LayoutRules {
  static let columnLimit = 100

  private static let sourceSuffixes = [
    ".c", ".cmake", ".css", ".h", ".html", ".js", ".lua", ".map", ".mjs", ".modulemap", ".py",
    ".swift", ".toml", ".ts", ".webmanifest", ".yml",
  ]

  /// A source fits next to another one.
  static func columns(path: String, text: String) -> [LintViolation] {
    guard sourceSuffixes.contains(where: path.hasSuffix) || text.hasPrefix("#!") else {
      return []
    }
    return lines(of: text).enumerated().compactMap { index, line in
      // Counting characters is slow.
      guard line.utf8.count > columnLimit else { return nil }
      let count = line.count
      guard count > columnLimit else { return nil }
      return LintViolation(
        path: path, line: index + 1, message: "has \(count) columns, over \(columnLimit).")
    }
  }

  /// A style sheet has a declaration a line. Braces end lines.
  static func styleSheet(path: String, text: String) -> [LintViolation] {
    lines(of: MaskedText(text, comments: .blocks).text).enumerated().compactMap { index, line in
      let code = line.trimmed
      let end = code.firstIndex { "{;}".contains($0) } ?? code.endIndex
      guard end < code.endIndex, code.index(after: end) < code.endIndex else { return nil }
      return LintViolation(
        path: path, line: index + 1, message: "has more than one declaration or brace.")
    }
  }

  /// A document starts an element a line.
  static func document(path: String, text: String) -> [LintViolation] {
    lines(of: text).enumerated().compactMap { index, line in
      guard line.matches(of: /<[A-Za-z]/).count > 1 else { return nil }
      return LintViolation(path: path, line: index + 1, message: "starts more than one element.")
    }
  }

  /// A script has a statement a line: a semicolon outside the head of a loop ends its line. A
  /// declaration has one name. Expressions are not joined by commas.
  static func script(path: String, text: String) -> [LintViolation] {
    let code = ScriptText(text)
    let found =
      code.joinedStatements.map { ($0, "has a second statement after a semicolon.") }
      + code.joinedDeclarations.map { ($0, "declares more than one name.") }
      + code.joinedExpressions.map { ($0, "joins expressions by a comma.") }
    return found.map { LintViolation(path: path, line: $0, message: $1) }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
