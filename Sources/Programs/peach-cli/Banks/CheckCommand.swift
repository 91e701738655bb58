import PeachServices

enum CheckCommand: Command {
  static let syntax = Syntax(
    name: "check", summary: "Validate a sound bank: structure, samples, intonation",
    purpose: "Validates a sound bank: its structure, samples and intonation.", operands: ["FILE"],
    options: [
      .value("depth", "structure|sound|tuning", "last stage of the check (default: tuning)"),
      .samplePath, .flag("include-notes", "list inaudible findings, too"),
      .flag("json", "print all findings as JSON"),
    ],
    notes: [
      "Exit status: 0 without warnings and errors, 3 with warnings, 1 with errors, 2 for invalid\n"
        + "options. Notes do not change it."
    ],
    examples: [
      "peach check my.sf2": "Run all checks.",
      "peach check my.sf2 --depth structure": "Check the tables only, in milliseconds.",
    ])

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    let depths: KeyValuePairs<String, BankCheck.Depth> = [
      "structure": .structure, "sound": .sound, "tuning": .tuning,
    ]
    let depth = try arguments.choice("depth", of: depths) ?? .tuning
    let check = try Progress.track(path) { report in
      try BankCheck(
        contentsOf: path, sampleFolders: arguments.all("sample-path"), depth: depth,
        progress: report)
    }
    // Including findings that are not listed.
    var counts = ["error": 0, "warning": 0, "note": 0]
    for rule in BankRule.allCases {
      counts[rule.severity.name, default: 0] += check.count(of: rule)
    }
    let (result, status) =
      switch check.worst {
      case .error?: ("broken", ExitStatus.failure)
      case .warning?: ("warnings", ExitStatus.warnings)
      case .note?, nil: ("clean", ExitStatus.success)
      }
    if arguments.has("json") {
      let findings = check.findings.map(\.json)
      try Console.print(
        json: ["path": path, "result": result, "counts": counts, "findings": findings] as JSON)
    } else {
      print(check, counts, includesNotes: arguments.has("include-notes"))
    }
    if status != ExitStatus.success { throw CommandExit(status: status) }
  }

  private static func print(_ check: BankCheck, _ counts: [String: Int], includesNotes: Bool) {
    let shown = check.findings.filter { includesNotes || $0.severity > .note }
    for severity in [BankSeverity.error, .warning, .note] {
      for finding in shown where finding.severity == severity { Console.print("\(finding)") }
    }
    let summary = ["error", "warning", "note"].map { Console.count(counts[$0] ?? 0, $0) }
    let hidden = !includesNotes && counts["note"] != 0 ? " (shown with --include-notes)" : ""
    Console.info(summary.joined(separator: ", ") + hidden)
  }
}

extension BankFinding {
  var json: JSON {
    [
      "rule": rule.name, "severity": severity.name,
      "section": rule.section.isEmpty ? nil : rule.section,
      "subject": subject.isEmpty ? nil : subject, "offset": offset, "message": message,
    ]
  }
}
