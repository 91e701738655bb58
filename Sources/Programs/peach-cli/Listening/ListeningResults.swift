import PeachServices

/// Prints or exports stored answers: `peach listen-test --results` and `--export`.
enum ListeningResults {
  /// The maximum size of a file of answers.
  private static let byteLimit = 1 << 26

  static func run(_ arguments: Arguments) throws {
    for name in [
      "kind", "styles", "trials", "seed", "sound", "pitch", "seconds", "bank", "device",
      "null-audio",
    ]
    where arguments.has(name) {
      throw UsageError(reason: "--\(name) applies to a test only, not to --results and --export.")
    }
    let path = arguments.value("export")
    // Before the answers are read, because the command line may be invalid.
    var format = ListeningFormat.csv
    if let path { format = try Self.format(path: path) }
    let records = audible(try contents(arguments.operands).records, arguments)
    if let path {
      try write(records, to: path, format: format)
      if !arguments.has("results") { return }
    }
    let texts = try ListenTestCommand.texts(arguments, arguments.listedLibrary())
    try Console.print(
      ListeningReport(records: records, texts: texts, isSession: false),
      asJSON: arguments.has("json"))
  }

  /// Returns the records without those of rehearsals, unless they are asked for.
  private static func audible(
    _ records: [ListeningRecord], _ arguments: Arguments
  ) -> [ListeningRecord] {
    if arguments.has("include-silent") { return records }
    let audible = records.filter { !$0.isSilent }
    let silentCount = records.count - audible.count
    if silentCount > 0 {
      Console.info(
        "\(Console.count(silentCount, "answer")) without an audio device left out. "
          + "Pass --include-silent to include them.")
    }
    return audible
  }

  private static func format(path: String) throws(UsageError) -> ListeningFormat {
    let name = path.lowercased()
    if name == StandardStream.name || name.hasSuffix(".csv") { return .csv }
    if name.hasSuffix(".json") || name.hasSuffix(".jsonl") { return .json }
    throw UsageError(
      reason: "The extension of \(path) does not determine a format. Use .csv, .json or .jsonl.")
  }

  /// Reads the store, or files. Prints a warning for invalid lines.
  private static func contents(_ paths: [String]) throws -> ListeningFormat.Contents {
    if paths.isEmpty {
      let store = try ListeningStore(environment: Console.environment)
      let contents = try store.read()
      warn(contents, path: store.path)
      return contents
    }
    var all = ListeningFormat.Contents()
    for path in paths {
      try StandardStream.checkInput(path, "A file of answers")
      let contents = ListeningFormat.read(try FileAccess.read(path: path, limit: byteLimit))
      warn(contents, path: path)
      all.add(contents)
    }
    return all
  }

  private static func warn(_ contents: ListeningFormat.Contents, path: String) {
    guard let first = contents.problems.first else { return }
    let count = contents.problems.count
    Console.warning(
      "\(path): ignored \(Console.count(count, "invalid line")). \(first)")
  }

  private static func write(
    _ records: [ListeningRecord], to path: String, format: ListeningFormat
  ) throws {
    var bytes = Array(format.head.utf8)
    for record in records { bytes += format.line(record).utf8 }
    if path == StandardStream.name {
      Console.put(String(decoding: bytes, as: UTF8.self), to: Console.output)
    } else {
      try FileAccess.write(bytes, to: path)
      Console.info("\(path): \(Console.count(records.count, "answer"))")
    }
  }
}
