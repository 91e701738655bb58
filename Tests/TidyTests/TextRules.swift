/// The house rules for every text and file, each a function of a path and what is there.
enum TextRules {
  static let sizeLimit = 1_000_000
  static let scriptLimit = 150

  /// Open work is recorded where work is planned, not in the tree.
  static func leftovers(path: String, text: String) -> [LintViolation] {
    // In two parts, so that this file does not break its own rule.
    let marks: Set<Substring> = ["TO" + "DO", "FIX" + "ME"]
    return violations(path: path, text: text) { line in
      guard marks.contains(where: { line.containsBytes(of: $0) }) else { return nil }
      return CodeRules.words(String(line)).first(where: marks.contains).map { "says \($0)." }
    }
  }

  private static let machineFolders = ["root", "home", "work", "Users"].map { "/" + $0 + "/" }

  /// The tree means the same on every machine.
  static func machinePaths(path: String, text: String) -> [LintViolation] {
    violations(path: path, text: text) { line in
      machineFolders.first { line.containsBytes(of: $0) }
        .map { "names a path of one machine, \($0)…" }
    }
  }

  /// The authors are in the history; a name in a file ages.
  static func people(path: String, text: String) -> [LintViolation] {
    violations(path: path, text: text) { line in
      guard line.containsBytes(of: "@") || line.containsBytes(of: "Created") else { return nil }
      if line.contains(/[A-Za-z0-9._%+\-]+@[A-Za-z][A-Za-z0-9\-]*\.[A-Za-z]{2,}/) {
        return "has an e-mail address."
      }
      let marks = ["@" + "author", "Created" + " by "]
      return marks.contains { line.containsBytes(of: $0) } ? "says who wrote it." : nil
    }
  }

  /// A link in a Markdown file leads to something that exists.
  static func deadLinks(
    path: String, text: String, exists: (_ path: String) -> Bool
  ) -> [LintViolation] {
    var isInCode = false
    return violations(path: path, text: text) { line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isInCode.toggle() }
      guard !isInCode else { return nil }
      let prose = String(line).replacing(/`[^`]*`/, with: "")
      let inline = prose.matches(of: /\]\(<?([^)\s>]+)/).map { String($0.1) }
      let named = prose.matches(of: /^ *\[[^\]]+\]: +<?([^\s>]+)/).map { String($0.1) }
      return (inline + named).first { !isReachable($0, from: path, exists: exists) }
        .map { "links to \($0), which does not exist." }
    }
  }

  /// A clone stays small.
  static func fileSize(path: String, bytes: Int) -> [LintViolation] {
    guard bytes > sizeLimit else { return [] }
    return [LintViolation(path: path, message: "has \(bytes) bytes, more than \(sizeLimit).")]
  }

  /// A script can be run. A long one is a program: functions that `main` calls in order.
  static func script(path: String, text: String, isExecutable: Bool) -> [LintViolation] {
    guard path.hasPrefix("Scripts/") || ["peach", "test", ".ci/run"].contains(path) else {
      return []
    }
    var found: [LintViolation] = []
    let count = CodeRules.lineCount(text)
    if count > scriptLimit, !isProgram(text) {
      let message = "has \(count) lines; over \(scriptLimit), divide it into functions and `main`."
      found.append(LintViolation(path: path, message: message))
    }
    if !isExecutable { found.append(LintViolation(path: path, message: "is not executable.")) }
    if !text.hasPrefix("#!/usr/bin/env ") {
      found.append(LintViolation(path: path, message: "does not begin with #!/usr/bin/env."))
    }
    return found
  }

  /// Whether a script defines `main`, and its last line calls it.
  private static func isProgram(_ script: String) -> Bool {
    let lines = script.split(separator: "\n")
    return lines.contains("main() {") && (lines.last == "main" || lines.last == "main \"$@\"")
  }

  private static func isReachable(
    _ target: String, from path: String, exists: (String) -> Bool
  ) -> Bool {
    if target.hasPrefix("#") || target.contains(/^[a-z]+:/) { return true }
    var folders = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for step in target.prefix(while: { $0 != "#" }).split(separator: "/") where step != "." {
      if step != ".." { folders.append(step) } else if folders.popLast() == nil { return false }
    }
    return exists(folders.joined(separator: "/"))
  }

  private static func violations(
    path: String, text: String, about message: (Substring) -> String?
  ) -> [LintViolation] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        message(line).map { LintViolation(path: path, line: index + 1, message: $0) }
      }
  }
}
