/// The lines of a script of JavaScript that join what belongs on lines of its own.
struct ScriptText {
  /// The lines with code after a semicolon, which is not within parentheses.
  private(set) var joinedStatements: [Int] = []
  /// The lines whose declaration has several names.
  private(set) var joinedDeclarations: [Int] = []
  /// The lines with parentheses that join expressions by commas: neither a call nor parameters.
  private(set) var joinedExpressions: [Int] = []

  /// A bracket that is open.
  private struct Bracket {
    var mark: Character
    var line: Int
    var isCall: Bool
    var commaCount = 0
  }

  private var open: [Bracket] = []
  private var line = 1
  private var characters: [Character]

  init(_ source: String) {
    characters = Array(MaskedText(source, comments: .blocksAndLines).text)
    var declarationDepth: Int?
    for index in characters.indices {
      switch characters[index] {
      case "\n": line += 1
      case "(", "[", "{":
        open.append(
          Bracket(mark: characters[index], line: line, isCall: isCallOrList(at: index)))
      case ")", "]", "}":
        let bracket = open.popLast()
        if let bracket, bracket.mark == "(", !bracket.isCall, bracket.commaCount > 0,
          !isFollowed(by: "=>", after: index)
        {
          joinedExpressions.append(bracket.line)
        }
        if let depth = declarationDepth, open.count < depth { declarationDepth = nil }
      case ",":
        if declarationDepth == open.count { joinedDeclarations.append(line) }
        if !open.isEmpty { open[open.count - 1].commaCount += 1 }
      case ";":
        if open.last?.mark != "(", !isEndOfLine(after: index) { joinedStatements.append(line) }
        declarationDepth = nil
      default:
        // The head of a loop may declare several names.
        if open.last?.mark != "(", startsDeclaration(at: index) { declarationDepth = open.count }
      }
    }
  }

  /// Whether a bracket follows a name, a call, or an index: it has arguments, not an expression.
  /// Square brackets and braces are lists in any case.
  private func isCallOrList(at index: Int) -> Bool {
    guard characters[index] == "(" else { return true }
    let before = characters[..<index].reversed().drop { $0 == " " }
    // With the points of members, such as `Array.of`.
    let word = String(before.prefix { $0.isLetter || $0.isNumber || "_$.".contains($0) }.reversed())
    if ["return", "typeof", "await", "yield", "of", "in"].contains(word) { return false }
    return !word.isEmpty || before.first.map { ")].".contains($0) } == true
  }

  private func isFollowed(by mark: String, after index: Int) -> Bool {
    characters[(index + 1)...].drop { $0.isWhitespace }.starts(with: mark)
  }

  private func isEndOfLine(after index: Int) -> Bool {
    let next = characters[(index + 1)...].first { $0 != " " }
    return next == nil || next == "\n"
  }

  private func startsDeclaration(at index: Int) -> Bool {
    if index > 0, characters[index - 1].isLetter || characters[index - 1] == "." { return false }
    return ["const ", "let ", "var "].contains { characters[index...].starts(with: $0) }
  }
}
