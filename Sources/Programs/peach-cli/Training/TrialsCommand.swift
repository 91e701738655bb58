import Peach

/// `peach trials export FILE`, `peach trials import FILE`: what was trained, out and in.
enum TrialsCommand: Command {
  static let syntax = Syntax(
    name: "trials", summary: "Writes every trial of yours into a file, or takes them from one.",
    operands: ["export|import", "FILE"],
    options: [
      .init(name: "format", value: "csv|json", help: "what to write (as the file's name ends)")
    ],
    examples: [
      ("peach trials export trials.csv", "for a spreadsheet; - writes to standard output"),
      ("peach trials export trials.json", "a JSON object to a line"),
      ("peach trials import trials.csv", "adds those that are not there yet: all or none"),
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[1]
    switch arguments.operands[0] {
    case "export": try write(to: path, format: try format(arguments, path: path))
    case "import":
      guard !arguments.has("format") else {
        throw UsageError(reason: "--format is for export; import sees it by itself.")
      }
      try read(path)
    case let other: throw UsageError(reason: "\"\(other)\" is neither export nor import.")
    }
  }

  private static func format(_ arguments: Arguments, path: String) throws -> TrialFormat {
    guard let name = arguments.value("format") else {
      return [".json", ".jsonl"].contains { path.hasSuffix($0) } ? .json : .csv
    }
    guard let format = TrialFormat(rawValue: name) else {
      throw UsageError(reason: "--format is \"\(name)\"; it must be csv or json.")
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
      Console.note("\(path): \(count) trials")
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
      "\(added) trials are new" + (known > 0 ? ", \(known) were there already." : "."))
  }
}
