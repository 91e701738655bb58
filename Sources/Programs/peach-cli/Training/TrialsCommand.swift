import Peach

/// `peach trials export FILE` and `peach trials import FILE`: exports and imports trials.
enum TrialsCommand: Command {
  static let syntax = Syntax(
    name: "trials", summary: "Export or import your training trials",
    purpose: "Exports or imports your training trials.", operands: ["export|import", "FILE"],
    groups: [
      .init(
        "Options",
        [
          .init(
            name: "format", value: "csv|json",
            help: "export format (default: by the extension of FILE)")
        ])
    ],
    examples: [
      ("peach trials export trials.csv", "Export for a spreadsheet; - is standard output."),
      ("peach trials export trials.json", "Export one JSON object per line."),
      ("peach trials import trials.csv", "Add the trials that are new: all or none."),
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[1]
    switch arguments.operands[0] {
    case "export": try write(to: path, format: try format(arguments, path: path))
    case "import":
      guard !arguments.has("format") else {
        throw UsageError(reason: "--format applies to export only; import detects the format.")
      }
      try read(path)
    case let other:
      throw UsageError(reason: "Unexpected argument \"\(other)\". Use export or import.")
    }
  }

  private static func format(_ arguments: Arguments, path: String) throws -> TrialFormat {
    guard let name = arguments.value("format") else {
      return [".json", ".jsonl"].contains { path.hasSuffix($0) } ? .json : .csv
    }
    guard let format = TrialFormat(rawValue: name) else {
      throw UsageError.invalid(name, "--format", use: "csv or json")
    }
    return format
  }

  private static func write(to path: String, format: TrialFormat) throws {
    let store = try TrialStore(environment: Console.environment)
    var bytes = Array(format.head.utf8)
    var count = 0
    try store.forEach { record in
      bytes += format.line(record).utf8
      count += 1
    }
    if path == "-" {
      Console.write(String(decoding: bytes, as: UTF8.self), to: Console.output)
    } else {
      try FileAccess.write(bytes, to: path)
      Console.info("\(path): \(count) trials")
    }
  }

  private static func read(_ path: String) throws {
    let bytes = try FileAccess.read(path: path, limit: 1 << 30)
    let records: [TrialRecord]
    do {
      records = try TrialFormat.records(bytes)
    } catch {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    let store = try TrialStore(environment: Console.environment)
    let added = try store.append(records)
    let known = records.count - added
    Console.print(
      "Imported \(Console.count(added, "trial"))" + (known > 0 ? "; \(known) already stored." : ".")
    )
  }
}
