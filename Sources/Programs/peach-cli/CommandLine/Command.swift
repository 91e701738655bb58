/// A subcommand of `peach`.
protocol Command {
  /// The command's name, operands, options and help text.
  static var syntax: Syntax { get }
  /// Runs the command. The description of an error is shown to the user.
  static func run(_ arguments: Arguments) throws
}

/// The command-line syntax of a command, and its help text.
struct Syntax: Sendable {
  /// An option with a value, such as `--duration 2`, or a switch, such as `--json`.
  struct Option: Sendable {
    var name: String
    /// The placeholder of the value in the help text; `nil` for a switch.
    var value: String?
    var help: String
    /// Whether the option may occur more than once.
    var isRepeated = false
    /// The letter of the short form: `o` for `-o`.
    var short: Character?

    /// The option as the help text shows it: `-o, --output FILE.wav`.
    fileprivate var form: String {
      (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
  }

  /// Options under a common heading.
  struct OptionGroup: Sendable {
    var title: String?
    var options: [Option]

    init(_ title: String?, _ options: [Option]) {
      self.title = title
      self.options = options
    }
  }

  /// The option that every command has.
  private static let helpOption = Option(
    name: "help", value: nil, help: "show this help", short: "h")
  private static let helpColumn = 28

  var name: String
  /// The entry in the list of commands: imperative, without a full stop.
  var summary: String
  /// The first line of the help text.
  var purpose: String
  /// The usage lines, without `peach` and the command's name; by default, one from `operands`.
  var usage: [String] = []
  var operands: [String] = []
  var groups: [OptionGroup]
  /// Paragraphs between the options and the examples.
  var notes: [String] = []
  var examples: [(line: String, meaning: String)]

  /// All options, without `--help`.
  var options: [Option] { groups.flatMap(\.options) }

  /// The help text.
  var help: String {
    var lines = [purpose, ""]
    let forms = usage.isEmpty ? [(["[options]"] + operands).joined(separator: " ")] : usage
    for (index, form) in forms.enumerated() {
      lines.append("\(index == 0 ? "Usage:" : "      ") peach \(name) \(form)")
    }
    var groups = groups
    if groups.last?.title != nil && groups.count > 1 { groups.append(OptionGroup(nil, [])) }
    if groups.isEmpty { groups.append(OptionGroup("Options", [])) }
    groups[groups.count - 1].options.append(Self.helpOption)
    for group in groups {
      lines.append("")
      if let title = group.title { lines.append(title) }
      for option in group.options { lines += Self.lines(option) }
    }
    for note in notes { lines += ["", note] }
    lines += ["", "Examples"]
    for example in examples { lines += ["  \(example.line)", "      \(example.meaning)"] }
    return lines.joined(separator: "\n")
  }

  /// A long form has its help on the next line.
  private static func lines(_ option: Option) -> [String] {
    let form = "  \(option.form)"
    let indent = String(repeating: " ", count: helpColumn)
    let help = option.help.split(separator: "\n").map { String($0) }
    let rest = help.dropFirst().map { indent + $0 }
    if form.count < helpColumn { return [form.padded(to: helpColumn) + help[0]] + rest }
    return [form, indent + help[0]] + rest
  }
}

extension String {
  /// The string with trailing spaces up to `width`, and at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 1))
  }
}
