extension CompletionScript {
  /// Returns a completion function for bash 4.4 and later.
  static func bash(_ commands: [Syntax]) -> String {
    var lines = [
      "# Completes the commands of peach in bash. Written by `peach completions bash`.",
      "_peach_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$1\"); }",
      "_peach_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$1\"); }",
      "_peach_words() { mapfile -t COMPREPLY < <(compgen -W \"$2\" -- \"$1\"); }",
      "_peach_sounds() {",
      "  local name word=${1//[\\\\\\'\\\"]/}",
      "  while IFS= read -r name; do",
      "    if [[ ${name,,} == \"${word,,}\"* ]]; then COMPREPLY+=(\"$(printf %q \"$name\")\"); fi",
      "  done < <(\"${COMP_WORDS[0]}\" sounds --names 2>/dev/null)",
      "}",
      "_peach() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}",
      "  COMPREPLY=()",
      "  if ((COMP_CWORD == 1)); then",
      "    _peach_words \"$word\" \(words(commands.map(\.name) + ["--help", "--version"]))",
      "    return",
      "  fi",
      "  case \"${COMP_WORDS[1]} $previous\" in",
    ]
    for command in commands {
      for option in command.allOptions {
        guard let kind = Kind(option) else { continue }
        let forms = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        let patterns = forms.map { "\"\(command.name) \($0)\"" }.joined(separator: " | ")
        lines.append("    \(patterns)) \(call(kind)); return ;;")
      }
    }
    lines += ["  esac", "  case \"${COMP_WORDS[1]} $word\" in"]
    for command in commands {
      lines.append(
        "    \"\(command.name) -\"*) _peach_words \"$word\" \(words(command.optionForms)) ;;")
      lines.append("    \"\(command.name) \"*) \(call(Kind(operandsOf: command))) ;;")
    }
    return (lines + ["  esac", "}", "complete -F _peach peach"]).joined(separator: "\n")
  }

  private static func call(_ kind: Kind) -> String {
    switch kind {
    case .files: "_peach_files \"$word\""
    case .folders: "_peach_folders \"$word\""
    case .sounds: "_peach_sounds \"$word\""
    case .words(let choices): "_peach_words \"$word\" \(words(choices))"
    case .nothing: ":"
    }
  }

  private static func words(_ words: [String]) -> String {
    quoted(words.joined(separator: " "), in: .bash)
  }
}
