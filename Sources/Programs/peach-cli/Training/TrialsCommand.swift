import PeachServices

enum TrialsCommand: Command {
  static let syntax = Syntax(
    name: "trials", summary: "Export or import your training trials",
    purpose: "Exports or imports your training trials.", operands: ["export|import", "FILE"],
    options: [
      .value(
        "format", "csv|json",
        "export format\n(default: by FILE: .csv, or .json or .jsonl; csv for -)"),
      .flag("tidy", "export for R, pandas and PsychoPy: a row per trial, NA if missing"),
      .flag("runs", "export the runs of studies instead: a JSON object per line"),
      .force, .flag("include-silent", "export trials without an audio device (--null-audio), too"),
    ],
    notes: [
      "CSV ends with the columns date (UTC) and correct (true or false), which import ignores."
    ],
    examples: [
      "peach trials export trials.csv": "Export for a spreadsheet; - is standard output.",
      "peach trials export trials.json": "Export one JSON object per line.",
      "peach trials export --tidy trials.csv":
        "Export with the columns of the codebook, for analyses. It cannot be imported.",
      "peach trials export --runs runs.jsonl":
        "Export the runs of studies: device, sound, hashes of protocol and bank.",
      "peach trials import trials.csv": "Add the trials that are new: all or none.",
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[1]
    switch arguments.operands[0] {
    case "export":
      if path != "-" { try CommonOptions.checkReplacing(path, arguments) }
      let layouts = ["tidy", "format", "runs"].filter { arguments.has($0) }
      if layouts.count > 1 {
        throw UsageError(reason: "--\(layouts[0]) and --\(layouts[1]) exclude each other.")
      }
      if arguments.has("runs") { return try writeRuns(to: path) }
      let includesSilent = arguments.has("include-silent")
      if arguments.has("tidy") {
        try write(to: path, head: TidyFormat.head, includesSilent) { TidyFormat.line($0) }
      } else {
        let format = try format(arguments, path: path)
        try write(to: path, head: format.head, includesSilent) { format.line($0) }
      }
    case "import":
      for name in ["format", "tidy", "runs", "force", "include-silent"] where arguments.has(name) {
        throw UsageError(
          reason: "--\(name) applies to export only; import detects the format.")
      }
      try read(path)
    case let other:
      throw UsageError(reason: "Unexpected argument \"\(other)\". Use export or import.")
    }
  }

  private static func format(_ arguments: Arguments, path: String) throws -> TrialFormat {
    let choices: KeyValuePairs<String, TrialFormat> = ["csv": .csv, "json": .json]
    if let format = try arguments.choice("format", of: choices) { return format }
    let name = path.lowercased()
    if name == "-" || name.hasSuffix(".csv") { return .csv }
    if name.hasSuffix(".json") || name.hasSuffix(".jsonl") { return .json }
    throw UsageError(
      reason: "The extension of \(path) does not determine a format. Use .csv, .json or .jsonl, or "
        + "pass --format.")
  }

  private static func write(
    to path: String, head: String, _ includesSilent: Bool, line: (TrialRecord) -> String
  ) throws {
    let store = try TrialStore(environment: Console.environment)
    var bytes = Array(head.utf8)
    var (count, silentCount) = (0, 0)
    try store.forEach { record in
      if record.isSilent && !includesSilent {
        silentCount += 1
        return
      }
      bytes += line(record).utf8
      count += 1
    }
    try put(bytes, to: path, Console.count(count, "trial"))
    if silentCount > 0 {
      Console.info(
        "\(Console.count(silentCount, "trial")) without an audio device left out. "
          + "Pass --include-silent to export them.")
    }
  }

  private static func writeRuns(to path: String) throws {
    let bytes = try StudyLog(environment: Console.environment).read()
    let count = bytes.count { $0 == UInt8(ascii: "\n") }
    try put(bytes, to: path, Console.count(count, "run"))
  }

  private static func put(_ bytes: [UInt8], to path: String, _ contents: String) throws {
    if path == "-" {
      Console.put(String(decoding: bytes, as: UTF8.self), to: Console.output)
    } else {
      try FileAccess.write(bytes, to: path)
      Console.info("\(path): \(contents)")
    }
  }

  private static func read(_ path: String) throws {
    let bytes = try FileAccess.read(path: path, limit: 1 << 30)
    let records = try CommandFailure.prefixing("\(path): ") { try TrialFormat.records(bytes) }
    let store = try TrialStore(environment: Console.environment)
    let added = try store.append(records)
    let known = records.count - added
    let end = known > 0 ? "; \(known) already stored." : "."
    Console.print("Imported \(Console.count(added, "trial"))\(end)")
  }
}
