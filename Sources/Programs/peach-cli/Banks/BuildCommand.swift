import Peach

/// `peach build recipe.txt -o mine.sf2`: builds a bank from folders of recordings.
enum BuildCommand: Command {
  static let syntax = Syntax(
    name: "build", summary: "Build a bank from folders of recordings",
    purpose: "Builds a sound bank from folders of recordings, as a recipe describes it.",
    operands: ["RECIPE"],
    groups: [
      .init(
        "Options",
        [
          CommonOptions.bankOutput,
          .init(
            name: "folder", value: "DIR",
            help: "parent of the recipe's folders (default: the recipe's folder)"),
          CommonOptions.quality, CommonOptions.json,
        ])
    ],
    examples: [
      ("peach build cello.txt -o cello.sf2", "Build the presets of a recipe."),
      (
        "printf 'preset 0:42 Cello\\n' > Cello/build.txt && peach build Cello/build.txt -o c.sf2",
        "Build one preset from all recordings of a folder."
      ),
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let output = try CommonOptions.requiredOutput(arguments)
    let quality = try CommonOptions.quality(arguments, output: output)
    let recipe: BuildRecipe
    let bytes = try FileAccess.read(path: path, limit: 1 << 20)
    do {
      recipe = try BuildRecipe(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(reason: "\(path), \(error)")
    }
    try CommonOptions.checkOutput(output, input: path)
    let folder = arguments.value("folder") ?? FileAccess.folder(of: path)
    Interruption.watch()
    var progress = Progress(output)
    defer { progress.finish() }
    let bank: BuiltBank
    do {
      bank = try BuiltBank(recipe, in: folder) { fraction in
        try Interruption.check()
        progress.show(0.8 * fraction)
      }
    } catch let error as BuildingError {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    progress.finish()
    let written = try BankOutput.write(
      bank.contents, to: output, quality: quality, progressFrom: 0.8)
    let report = BuildReport(
      bank, recipe: path, file: output, bytes: written.byteCount,
      warnings: bank.warnings + written.contents.warnings + written.warnings)
    try Console.print(report, asJSON: arguments.has("json"))
  }
}
