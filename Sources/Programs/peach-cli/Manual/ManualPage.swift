import PeachServices

/// The source of a manual page in the macros of man(7), from the syntax of a command.
struct ManualPage {
  /// The name in the page's title: `peach-render`.
  var name: String
  var source: String

  /// The page of a command.
  init(_ syntax: Syntax) {
    name = "peach-\(syntax.name)"
    var lines = Self.header(name, syntax.summary.decapitalized)
    for form in syntax.forms { lines += [".PP", ".B peach \(syntax.name)", Self.text(form)] }
    lines += [".SH DESCRIPTION", Self.text(syntax.purpose), ".SH OPTIONS"]
    for (title, options) in syntax.groups {
      lines += [".SS \"\(Self.text(title))\""] + options.flatMap(Self.option)
    }
    if !syntax.groups.isEmpty { lines.append(".SS Other") }
    lines += (syntax.options + [Syntax.helpOption]).flatMap(Self.option)
    if !syntax.notes.isEmpty {
      lines += [".SH NOTES"] + syntax.notes.flatMap { [".PP", Self.text($0)] }
    }
    lines += [".SH EXAMPLES"]
    for (command, meaning) in syntax.examples {
      lines += [".TP", ".B \(Self.text(command))", Self.text(meaning)]
    }
    source = Self.joined(lines + [".SH SEE ALSO", ".BR peach (1)"])
  }

  /// The page of the program: its commands, exit statuses, files and environment variables.
  init(_ groups: [(title: String, commands: [Syntax])], purpose: String) {
    name = "peach"
    var lines = Self.header(name, "play, render and train with sampled instruments")
    lines += [".B peach", Self.text("COMMAND [options]")]
    lines += [".SH DESCRIPTION", Self.text(purpose), ".SH COMMANDS"]
    for (title, commands) in groups {
      lines.append(".SS \"\(Self.text(title))\"")
      for command in commands {
        lines += [".TP", ".BR peach\\-\(Self.text(command.name)) (1)", Self.text(command.summary)]
      }
    }
    lines += [".SH \"EXIT STATUS\""]
    for (status, meaning) in ExitStatus.meanings {
      lines += [".TP", ".B \(Self.text(status))", Self.text(meaning)]
    }
    lines += [".SH FILES"]
    for (path, meaning) in ProgramFiles.files {
      lines += [".TP", ".I \(Self.text(path))", Self.text(meaning)]
    }
    lines += [".SH ENVIRONMENT"]
    for (variable, meaning) in ProgramFiles.variables {
      lines += [".TP", ".B \(Self.text(variable))", Self.text(meaning)]
    }
    source = Self.joined(lines)
  }

  private static func header(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(text(name).uppercased()) 1 \"\" \"Peach \(PeachVersion.current)\" \"Peach manual\"",
      ".SH NAME", "\(text(name)) \\- \(text(summary))", ".SH SYNOPSIS",
    ]
  }

  private static func option(_ option: Syntax.Option) -> [String] {
    var forms = "\\fB\\-\\-\(text(option.name))\\fR"
    if let short = option.short { forms = "\\fB\\-\(short)\\fR, " + forms }
    if let placeholder = option.placeholder { forms += " \\fI\(text(placeholder))\\fR" }
    return [".TP", forms, text(option.help)]
  }

  private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// Escapes text for roff: backslashes, hyphens, and line starts that would be requests.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var result = line.first == "." || line.first == "'" ? "\\&" : ""
      for character in line {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "\"": result += "\\(dq"
        case "`": result += "\\(ga"
        default: result.append(character)
        }
      }
      return result
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with a lowercase first letter, unless it begins with an abbreviation.
  fileprivate var decapitalized: String {
    guard let first, dropFirst().first?.isUppercase == false else { return self }
    return first.lowercased() + dropFirst()
  }
}
