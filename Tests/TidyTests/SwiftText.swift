/// A Swift source as lines, with comments and the insides of multi-line strings made empty.
///
/// It relies on the layout that the format lint enforces: a body ends at the first closing brace
/// that stands as far in as its declaration.
struct SwiftText {
  let lines: [Substring]

  /// A function, initializer, subscript or computed property with a body.
  struct Body: Hashable {
    var name: String
    /// The line of its declaration, from 1.
    var line: Int
    /// From the declaration to the closing brace.
    var lineCount: Int
  }

  init(_ text: String) {
    var isInString = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let wasInString = isInString
      let start = line.drop { $0 == " " }
      if !wasInString && start.hasPrefix("//") { return "" }
      if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count.isMultiple(of: 2) {
        isInString.toggle()
      }
      return wasInString ? "" : line
    }
  }

  /// Every body, in the order of the declarations; those within others too.
  var bodies: [Body] {
    lines.indices.compactMap { index in
      guard let (indent, name) = Self.declaration(lines[index]),
        let last = endOfBody(from: index, indent: indent)
      else { return nil }
      return Body(name: name, line: index + 1, lineCount: last - index + 1)
    }
  }

  private static let typeKeywords = ["struct ", "class ", "enum ", "protocol ", "actor "]

  /// A declared type.
  struct DeclaredType: Hashable {
    var name: String
    var line: Int
    var isPublic: Bool
    /// Inside another type or an extension.
    var isNested: Bool
  }

  /// The types declared, in order.
  var types: [DeclaredType] {
    lines.enumerated().compactMap { index, line in
      guard Self.typeKeywords.contains(where: { line.containsBytes(of: $0) }) else { return nil }
      let pattern =
        #/
          ^(?<indent>\ *)(?:@\w+(?:\([^)]*\))?\ +)*
          (?<modifiers>(?:\w+(?:\(\w+\))?\ +)*)
          (?:struct|class|enum|protocol|actor)\ +(?<name>[A-Z]\w*)
        /#
      guard let match = line.firstMatch(of: pattern) else { return nil }
      let modifiers = match.modifiers.split(separator: " ")
      return DeclaredType(
        name: String(match.name), line: index + 1,
        isPublic: modifiers.contains("public") || modifiers.contains("open"),
        isNested: !match.indent.isEmpty)
    }
  }

  /// The modules imported, with their lines.
  var imports: [(module: String, line: Int)] {
    lines.enumerated().compactMap { index, line in
      guard line.containsBytes(of: "import ") else { return nil }
      let pattern =
        #/
          ^\ *(?:@\w+(?:\([^)]*\))?\ +)*(?:\w+\ +)?import\ +
          (?:(?:struct|class|enum|protocol|func|var|let|typealias)\ +)?(?<module>\w+)
        /#
      return line.firstMatch(of: pattern).map { (String($0.module), index + 1) }
    }
  }

  private static func declaration(_ line: Substring) -> (indent: Int, name: String)? {
    guard
      ["func ", "init", "subscript", "var "].contains(where: { line.containsBytes(of: $0) }),
      let match = line.firstMatch(
        of:
          #/
            ^(?<indent>\ *)(?:@\w+(?:\([^)]*\))?\ +)*(?:[a-z]+(?:\([a-z]+\))?\ +)*
            (?<name>func\ +(?:\w+|[^\w\s(]+)|deinit\b|init\b|subscript\b|var\ +\w+)
          /#
      )
    else { return nil }
    return (match.indent.count, String(match.name))
  }

  /// The index of the closing brace's line, or `nil` if the declaration has no body.
  private func endOfBody(from start: Int, indent: Int) -> Int? {
    for index in start..<lines.count {
      let line = lines[index]
      let isIndented = line.prefix { $0 == " " }.count > indent
      if index > start && !isIndented {
        let word = line.dropFirst(indent)
        guard [")", "]", "{", "where", "->", "throws", "async"].contains(where: word.hasPrefix)
        else { return nil }
      }
      if index == start || !isIndented {
        if line.hasSuffix("{") { return closingBrace(after: index, indent: indent) }
        if line.hasSuffix("}") { return index }
      }
    }
    return nil
  }

  private func closingBrace(after start: Int, indent: Int) -> Int? {
    let brace = String(repeating: " ", count: indent) + "}"
    return lines[(start + 1)...].firstIndex { $0.hasPrefix(brace) }
  }
}
