import Peach

/// `peach check my.sf2`: everything that is wrong with a bank.
enum CheckCommand: Command {
  static let syntax = Syntax(
    name: "check",
    summary: "Says what is wrong with a bank: broken, against the format, or badly sounding.",
    operands: ["FILE"],
    options: [
      .init(
        name: "depth", value: "structure|sound|tuning",
        help: "how far to look (tuning: everything)"),
      Shared.samplesOption,
      .init(name: "notes", value: nil, help: "also what nobody hears"),
      .init(name: "json", value: nil, help: "every finding, as JSON"),
    ],
    examples: [
      ("peach check my.sf2", "ends with 0 if clean, 3 with warnings, 1 if something is broken"),
      ("peach check my.sf2 --depth structure", "the tables only: milliseconds"),
    ])

  private struct Report: Encodable {
    var path: String
    /// `clean`, `warnings` or `broken`.
    var result: String
    /// How many findings of each severity there are, those that are not listed included.
    var counts: [String: Int]
    var findings: [FindingLine]
  }

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let depth = try depth(arguments)
    Interruption.watch()
    var progress = Progress(path)
    defer { progress.finish() }
    let check = try BankCheck(
      contentsOf: path, sampleFolders: arguments.all("samples"), depth: depth
    ) {
      try Interruption.check()
      progress.show($0)
    }
    progress.finish()
    var counts = ["error": 0, "warning": 0, "note": 0]
    for rule in BankRule.allCases {
      counts[rule.severity.name, default: 0] += check.count(of: rule)
    }
    if arguments.has("json") {
      let result = (check.worst ?? .note) == .note ? "clean" : "warnings"
      try Console.print(
        json: Report(
          path: path, result: check.worst == .error ? "broken" : result, counts: counts,
          findings: check.findings.map { FindingLine($0) }))
    } else {
      tell(check, counts, withNotes: arguments.has("notes"))
    }
    switch check.worst {
    case .error?: throw CommandEnd(status: ExitStatus.failure)
    case .warning?: throw CommandEnd(status: ExitStatus.warnings)
    case .note?, nil: return
    }
  }

  private static func depth(_ arguments: Arguments) throws(UsageError) -> BankCheck.Depth {
    switch arguments.value("depth") {
    case "structure": return .structure
    case "sound": return .sound
    case nil, "tuning": return .tuning
    case let other?:
      throw UsageError(
        reason: "--depth is \"\(other)\"; it must be structure, sound or tuning.")
    }
  }

  private static func tell(_ check: BankCheck, _ counts: [String: Int], withNotes: Bool) {
    let shown = check.findings.filter { withNotes || $0.severity > .note }
    for severity in [BankSeverity.error, .warning, .note] {
      for finding in shown where finding.severity == severity { Console.print("\(finding)") }
    }
    let summary = ["error", "warning", "note"].map { name in
      Console.count(counts[name] ?? 0, name)
    }
    let hidden = !withNotes && counts["note"] != 0 ? " (--notes shows them)" : ""
    Console.note(summary.joined(separator: ", ") + hidden)
  }
}
