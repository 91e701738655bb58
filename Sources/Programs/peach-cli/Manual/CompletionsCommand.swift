/// Prints completions for a shell, which `Scripts/install` installs.
enum CompletionsCommand: Command {
  static let syntax = Syntax(
    name: "completions", summary: "Print completions for a shell",
    purpose: "Prints a script that completes commands, options and names of sounds in a shell.",
    operands: ["bash|zsh|fish"],
    examples: [
      "source <(peach completions bash)": "Complete in this bash.",
      "peach completions zsh > ~/.zfunc/_peach": "Complete in zsh, if ~/.zfunc is in fpath.",
      "peach completions fish > ~/.config/fish/completions/peach.fish": "Complete in fish.",
    ])

  static func run(_ arguments: Arguments) throws {
    guard let shell = CompletionScript.Shell(rawValue: arguments.operands[0]) else {
      throw UsageError.invalid(arguments.operands[0], "the shell", use: "bash, zsh or fish")
    }
    let commands = PeachCommand.groups.flatMap(\.value).map { $0.syntax }
    Console.print(CompletionScript.text(for: shell, of: commands))
  }
}
