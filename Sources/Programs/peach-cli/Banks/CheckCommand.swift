import Peach

/// `peach check my.sf2`: validates a bank.
enum CheckCommand: Command {
  static let syntax = Syntax(
    name: "check", summary: "Validate a sound bank: structure, samples, intonation",
    purpose: "Validates a sound bank: its structure, samples and intonation.", operands: ["FILE"],
    groups: [
      .init(
        "Options",
        [
          .init(
            name: "depth", value: "structure|sound|tuning",
            help: "last stage of the check (default: tuning)"),
          CommonOptions.samplePath,
          .init(name: "include-notes", value: nil, help: "list inaudible findings, too"),
          .init(name: "json", value: nil, help: "print all findings as JSON"),
        ])
    ],
    notes: [
      "Exit status: 0 without findings, 3 with warnings, 1 with errors, 2 for invalid options."
    ],
    examples: [
      ("peach check my.sf2", "Run all checks."),
      ("peach check my.sf2 --depth structure", "Check the tables only, in milliseconds."),
    ])

  private struct Report: Encodable {
    var path: String
    /// `clean`, `warnings` or `broken`.
    var result: String
    /// The number of findings by severity, including findings that are not listed.
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
      contentsOf: path, sampleFolders: arguments.all("sample-path"), depth: depth
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
      print(check, counts, includesNotes: arguments.has("include-notes"))
    }
    switch check.worst {
    case .error?: throw CommandExit(status: ExitStatus.failure)
    case .warning?: throw CommandExit(status: ExitStatus.warnings)
    case .note?, nil: return
    }
  }

  private static func depth(_ arguments: Arguments) throws(UsageError) -> BankCheck.Depth {
    switch arguments.value("depth") {
    case "structure": return .structure
    case "sound": return .sound
    case nil, "tuning": return .tuning
    case let other?:
      throw .invalid(other, "--depth", use: "structure, sound or tuning")
    }
  }

  private static func print(_ check: BankCheck, _ counts: [String: Int], includesNotes: Bool) {
    let shown = check.findings.filter { includesNotes || $0.severity > .note }
    for severity in [BankSeverity.error, .warning, .note] {
      for finding in shown where finding.severity == severity { Console.print("\(finding)") }
    }
    let summary = ["error", "warning", "note"].map { name in
      Console.count(counts[name] ?? 0, name)
    }
    let hidden = !includesNotes && counts["note"] != 0 ? " (shown with --include-notes)" : ""
    Console.info(summary.joined(separator: ", ") + hidden)
  }
}
