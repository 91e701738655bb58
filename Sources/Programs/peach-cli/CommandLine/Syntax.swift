/// The command-line syntax of a command, and its help text.
struct Syntax: Sendable {
  /// An option with a value, such as `--duration 2`, or a switch, such as `--json`.
  struct Option: Sendable {
    var name: String
    /// The placeholder of the value in the help text; `nil` for a switch.
    var placeholder: String?
    var help: String
    /// The letter of the short form: `o` for `-o`.
    var short: Character?
    /// Whether the option may occur more than once.
    var isRepeated = false
    /// The values of an option that may occur without one, which is then the first.
    var optionalWords: [String] = []
    /// The values, for completion, if the placeholder does not list them.
    var words: [String] = []

    static func flag(_ name: String, _ help: String, short: Character? = nil) -> Option {
      Option(name: name, help: help, short: short)
    }

    static func value(
      _ name: String, _ placeholder: String, _ help: String, short: Character? = nil,
      words: [String] = []
    ) -> Option {
      Option(name: name, placeholder: placeholder, help: help, short: short, words: words)
    }

    /// An option with or without one of several words. Other words are operands.
    static func optionalValue(_ name: String, _ words: [String], _ help: String) -> Option {
      Option(
        name: name, placeholder: "[\(words.joined(separator: "|"))]", help: help,
        optionalWords: words)
    }

    /// An option with a value that may occur more than once.
    static func values(_ name: String, _ placeholder: String, _ help: String) -> Option {
      Option(name: name, placeholder: placeholder, help: help, isRepeated: true)
    }

    /// The lines of the help text, such as `-o, --output FILE.wav`. A long form has its help on the
    /// next line.
    fileprivate var lines: [String] {
      let form =
        "  " + (short.map { "-\($0), " } ?? "    ") + "--\(name)"
        + (placeholder.map { " \($0)" } ?? "")
      let indent = String(repeating: " ", count: Syntax.helpColumn)
      let lines = help.split(separator: "\n").map { indent + $0 }
      if form.count >= Syntax.helpColumn { return [form] + lines }
      return [form.padded(to: Syntax.helpColumn) + lines[0].dropFirst(Syntax.helpColumn)]
        + lines.dropFirst()
    }
  }

  private static let helpColumn = 28

  var name: String
  /// The entry in the list of commands: imperative, without a full stop.
  var summary: String
  /// The first line of the help text.
  var purpose: String
  /// The usage lines, without `peach` and the command's name; by default, one from `operands`.
  var usage: [String] = []
  var operands: [String] = []
  /// Options under headings.
  var groups: KeyValuePairs<String, [Option]> = [:]
  /// The options after the groups.
  var options: [Option] = []
  /// Paragraphs between the options and the examples.
  var notes: [String] = []
  /// Command lines and their meanings.
  var examples: KeyValuePairs<String, String>

  /// All options, without `--help`.
  var allOptions: [Option] { groups.flatMap(\.value) + options }

  /// The option of every command.
  static let helpOption = Option.flag("help", "show this help", short: "h")

  /// The usage lines, without `peach` and the command's name.
  var forms: [String] {
    usage.isEmpty ? [(["[options]"] + operands).joined(separator: " ")] : usage
  }

  var help: String {
    var lines = [purpose, ""]
    for (index, form) in forms.enumerated() {
      lines.append("\(index == 0 ? "Usage:" : "      ") peach \(name) \(form)")
    }
    for (title, options) in groups { lines += ["", title] + options.flatMap(\.lines) }
    lines += groups.isEmpty ? ["", "Options"] : [""]
    lines += (options + [Self.helpOption]).flatMap(\.lines)
    lines += notes.flatMap { ["", $0] } + ["", "Examples"]
    lines += examples.flatMap { ["  \($0.key)", "      \($0.value)"] }
    return lines.joined(separator: "\n")
  }
}
