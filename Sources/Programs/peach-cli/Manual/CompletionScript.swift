/// Writes shell functions that complete the program's commands, options and values.
enum CompletionScript {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// The completions of a value or an operand.
  enum Kind: Equatable {
    case files, folders, sounds, nothing
    case words([String])

    /// Returns the completions of an option's value; `nil` for a switch.
    init?(_ option: Syntax.Option) {
      guard let placeholder = option.placeholder else { return nil }
      if !option.words.isEmpty {
        self = .words(option.words)
      } else {
        self = option.name == "sound" ? .sounds : Kind(placeholder: placeholder)
      }
    }

    /// Returns the completions of a command's operands.
    init(operandsOf syntax: Syntax) {
      if syntax.name == "sounds" {
        self = .sounds
      } else {
        let kinds = syntax.operands.map { Kind(placeholder: $0) }
        self = kinds.first { $0 != .nothing } ?? .nothing
      }
    }

    private init(placeholder: String) {
      let isNamed = { (words: [String]) in words.contains { placeholder.contains($0) } }
      if isNamed(["FILE", "PATH", "BANK", "SONG", "RECIPE", "RECORDING", "OUTPUT"])
        && !placeholder.contains(":")
      {
        self = .files
      } else if placeholder.contains("|") && !placeholder.contains("…") {
        self = .words(placeholder.trimmed.split(separator: "|").map(String.init))
      } else {
        self = isNamed(["DIR", "FOLDER"]) ? .folders : .nothing
      }
    }
  }

  static func text(for shell: Shell, of commands: [Syntax]) -> String {
    switch shell {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  /// Returns a word in single quotes, for all three shells.
  static func quoted(_ text: String, in shell: Shell) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: shell == .fish ? "\\'" : "'\\''") + "'"
  }
}

extension Syntax {
  /// The options as arguments, such as `--output` and `-o`.
  var optionForms: [String] {
    (allOptions + [Self.helpOption]).flatMap { option in
      ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    }
  }
}

extension String {
  /// The text without the brackets of an optional operand.
  fileprivate var trimmed: String {
    String(drop { $0 == "[" }.reversed().drop { $0 == "]" || $0 == "…" }.reversed())
  }
}
