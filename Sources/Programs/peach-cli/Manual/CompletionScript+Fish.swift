extension CompletionScript {
  /// Returns completions for fish.
  static func fish(_ commands: [Syntax]) -> String {
    var lines = [
      "# Completes the commands of peach in fish. Written by `peach completions fish`.",
      "complete -c peach -f",
      "complete -c peach -n __fish_use_subcommand -l version -d 'show the version'",
    ]
    for command in commands {
      let isSeen = "-n '__fish_seen_subcommand_from \(command.name)'"
      lines.append(
        "complete -c peach -n __fish_use_subcommand -a \(command.name) "
          + "-d \(quoted(command.summary, in: .fish))")
      for option in command.allOptions + [Syntax.helpOption] {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value = Kind(option).map { " -r" + arguments($0) } ?? ""
        let help = option.help.split(separator: "\n").joined(separator: " ")
        lines.append(
          "complete -c peach \(isSeen) -l \(option.name)\(short)\(value) "
            + "-d \(quoted(help, in: .fish))")
      }
      let operands = arguments(Kind(operandsOf: command))
      if operands != " -f" { lines.append("complete -c peach \(isSeen)\(operands)") }
    }
    return lines.joined(separator: "\n")
  }

  private static func arguments(_ kind: Kind) -> String {
    switch kind {
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .sounds: " -f -a '(peach sounds --names 2>/dev/null)'"
    case .words(let words): " -f -a \(quoted(words.joined(separator: " "), in: .fish))"
    case .nothing: " -f"
    }
  }
}
