/// One of the program's commands.
protocol Command {
  /// Its name, options and help.
  static var syntax: Syntax { get }
  /// Does it. Errors are sentences for a person.
  static func run(_ arguments: Arguments) throws
}

/// What a command understands.
struct Syntax: Sendable {
  /// An option: `--for 2`, or `--json` where it takes no value.
  struct Option: Sendable {
    var name: String
    /// What stands for the value in the help; nil for a switch.
    var value: String?
    var help: String
    /// True where it may be given more than once.
    var isRepeated = false
    /// The letter of its short form: `-o` for `--out`.
    var short: Character?

    /// As the help shows it: `-o, --out FILE.wav`.
    var form: String {
      (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
  }

  /// Every command has it.
  static let helpOption = Option(name: "help", value: nil, help: "this text", short: "h")

  var name: String
  /// One line.
  var summary: String
  /// What comes without a dash, as the help shows it.
  var operands: [String]
  var options: [Option]
  /// Lines that show it in use, each with what it does.
  var examples: [(line: String, meaning: String)]

  /// The whole help text.
  var help: String {
    var lines = [summary, ""]
    let shown = operands.map { " \($0)" }.joined()
    lines.append("Usage: peach \(name)\(shown) [options]")
    lines += ["", "Options:"]
    for option in options + [Self.helpOption] {
      lines.append("  \(option.form.padded(to: 24))\(option.help)")
    }
    if !examples.isEmpty { lines += ["", "Examples:"] }
    for example in examples {
      lines.append("  \(example.line)")
      lines.append("      \(example.meaning)")
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// With spaces behind, up to a width, and at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 1))
  }
}
