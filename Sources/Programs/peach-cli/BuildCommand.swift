import Peach

/// `peach build recipe.txt -o mine.sf2`: a bank of folders of recordings.
enum BuildCommand: Command {
  static let syntax = Syntax(
    name: "build", summary: "Builds a bank from folders of recordings.",
    operands: ["RECIPE"],
    options: [
      .init(
        name: "out", value: "FILE", help: "the bank to write: .sf2, or .sf3 for compressed samples",
        short: "o"),
      .init(
        name: "folder", value: "FOLDER",
        help: "where the recipe's folders are (beside the recipe)"),
      Shared.qualityOption, .init(name: "json", value: nil, help: "the result as JSON"),
    ],
    examples: [
      ("peach build cello.txt -o cello.sf2", "presets as the recipe says: roots, ranges, loops"),
      (
        "printf 'preset 0:42 Cello\\n' > Cello/build.txt && peach build Cello/build.txt -o c.sf2",
        "all recordings of a folder as one preset"
      ),
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    guard let out = arguments.value("out") else { throw UsageError(reason: "--out is missing.") }
    let quality = try Shared.quality(arguments, out: out)
    let recipe: BuildRecipe
    let bytes = try FileAccess.read(path: path, limit: 1 << 20)
    do {
      recipe = try BuildRecipe(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(reason: "\(path), \(error)")
    }
    if let written = FileAccess.resolved(out), written == FileAccess.resolved(path) {
      throw CommandFailure(reason: "\(out) is the recipe itself; write another file.")
    }
    let folder = arguments.value("folder") ?? Self.folder(of: path)
    Interruption.watch()
    var progress = Progress(out)
    defer { progress.finish() }
    let bank: BuiltBank
    do {
      bank = try BuiltBank(recipe, in: folder) { part in
        try Interruption.check()
        progress.show(0.8 * part)
      }
    } catch let error as BuildingError {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    progress.finish()
    let written = try BankOutput.write(
      bank.contents, to: out, quality: quality, progressFrom: 0.8)
    let report = BuildReport(
      bank, recipe: path, file: out, bytes: written.byteCount,
      warnings: bank.warnings + written.contents.warnings + written.warnings)
    if arguments.has("json") { return try Console.print(json: report) }
    for warning in report.warnings { Console.error(warning) }
    Console.print(report.text)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
