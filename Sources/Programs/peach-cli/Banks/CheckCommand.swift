import PeachServices

enum CheckCommand: Command {
  static let syntax = Syntax(
    name: "check", summary: "Validate a sound bank: structure, samples, intonation",
    purpose: "Validates a sound bank: its structure, samples and intonation; or a song.",
    operands: ["FILE"],
    options: [
      .value("depth", "structure|sound|tuning", "last stage of the check (default: tuning)"),
      .samplePath, .flag("include-notes", "list inaudible findings, too"),
      .flag("all", "list all findings, not only the first \(findingLimit) of each rule"),
      .flag(
        "evenness", "play all keys instead, and measure their attacks and levels"),
      .value("plot", "FOLDER", "with --evenness: write a plot of each preset, as SVG"),
      .flag("json", "print all findings as JSON"),
    ],
    notes: [
      "Exit status: 0 without warnings and errors, 3 with warnings, 1 with errors, 2 for invalid\n"
        + "options. Notes do not change it."
    ],
    examples: [
      "peach check my.sf2": "Run all checks.",
      "peach check my.sf2 --evenness": "Compare the attacks and levels of adjacent keys.",
      "peach check my.sf2 --depth structure": "Check the tables only, in milliseconds.",
    ])

  /// The number of findings of each rule that are listed without `--all`.
  private static let findingLimit = 10

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    if arguments.has("evenness") {
      try checkEvenness(of: path, arguments)
      return
    }
    if arguments.has("plot") { throw UsageError(reason: "--plot requires --evenness.") }
    if try checkSong(at: path, arguments) { return }
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
      print(
        check, counts, includesNotes: arguments.has("include-notes"),
        limit: arguments.has("all") ? .max : findingLimit)
    }
    if status != ExitStatus.success { throw CommandExit(status: status) }
  }

  /// Prints the findings by severity and rule, and the number of each rule.
  private static func print(
    _ check: BankCheck, _ counts: [String: Int], includesNotes: Bool, limit: Int
  ) {
    var rules: [String] = []
    for severity in [BankSeverity.error, .warning, .note]
    where includesNotes || severity > .note {
      for rule in BankRule.allCases where rule.severity == severity {
        let count = check.count(of: rule)
        if count == 0 { continue }
        rules.append("\(count) \(rule.name)")
        let findings = check.findings.filter { $0.rule == rule }
        for finding in findings.prefix(limit) { Console.print("\(finding)") }
        if count > limit {
          Console.print("\(severity.name): \(count - limit) more (\(rule.name)): pass --all")
        }
      }
    }
    let summary = ["error", "warning", "note"].map { Console.count(counts[$0] ?? 0, $0) }
    let hidden = !includesNotes && counts["note"] != 0 ? " (shown with --include-notes)" : ""
    Console.info(summary.joined(separator: ", ") + hidden)
    if rules.count > 1 { Console.info("By rule: \(rules.joined(separator: ", "))") }
  }
}

extension BankFinding {
  var json: JSON {
    [
      "rule": rule.name, "severity": severity.name,
      "section": section.isEmpty ? nil : section,
      "subject": subject.isEmpty ? nil : subject, "offset": offset, "message": message,
    ]
  }
}
