extension CompletionScript {
  /// Returns a completion function for zsh, for a folder of `fpath` under the name `_peach`.
  static func zsh(_ commands: [Syntax]) -> String {
    var lines = [
      "#compdef peach",
      "# Completes the commands of peach in zsh. Written by `peach completions zsh`.",
      "_peach_sounds() {",
      "  local -a names=(${(f)\"$($service sounds --names 2>/dev/null)\"})",
      "  compadd -M 'm:{a-zA-Z}={A-Za-z}' -a names",
      "}",
      "_peach() {",
      "  local -a commands=(",
    ]
    for command in commands {
      lines.append("    \(quoted("\(command.name):\(escaped(command.summary))", in: .zsh))")
    }
    lines += [
      "  )",
      "  if ((CURRENT == 2)); then _describe command commands; return; fi",
      "  local command=$words[2]", "  shift words", "  ((CURRENT--))", "  case $command in",
    ]
    for command in commands {
      lines.append("    \(command.name))")
      lines.append("      _arguments -s \\")
      for option in command.allOptions + [Syntax.helpOption] {
        lines.append("        \(argument(option)) \\")
      }
      let action = action(Kind(operandsOf: command))
      lines.append("        \(quoted("*:argument:\(action)", in: .zsh)) ;;")
    }
    return (lines + ["  esac", "}", "_peach \"$@\""]).joined(separator: "\n")
  }

  private static func argument(_ option: Syntax.Option) -> String {
    let help = escaped(option.help.split(separator: "\n").joined(separator: " "))
    var rest = "[\(help)]"
    if let kind = Kind(option), let placeholder = option.placeholder {
      rest += ":\(escaped(placeholder)):\(action(kind))"
    }
    let forms = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    // An option that is repeatable has a star; forms of one option exclude each other.
    if option.isRepeated { return quoted("*--\(option.name)\(rest)", in: .zsh) }
    guard forms.count > 1 else { return quoted("\(forms[0])\(rest)", in: .zsh) }
    return quoted("(\(forms.joined(separator: " ")))", in: .zsh)
      + "{\(forms.joined(separator: ","))}" + quoted(rest, in: .zsh)
  }

  private static func action(_ kind: Kind) -> String {
    switch kind {
    case .files: "_files"
    case .folders: "_files -/"
    case .sounds: "_peach_sounds"
    case .words(let words): "(\(words.map { escaped($0) }.joined(separator: " ")))"
    case .nothing: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if ":[]\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
