import PeachServices

enum BuildCommand: Command {
  static let syntax = Syntax(
    name: "build", summary: "Build a bank from folders of recordings",
    purpose: "Builds a sound bank from folders of recordings, as a recipe describes it.",
    operands: ["RECIPE"],
    options: [
      .bankOutput, .force,
      .value("folder", "DIR", "parent of the recipe's folders (default: the recipe's folder)"),
      .quality, .json,
    ],
    examples: [
      "peach build cello.txt -o cello.sf2": "Build the presets of a recipe.",
      "printf 'preset 0:42 Cello\\n' > Cello/build.txt && peach build Cello/build.txt -o c.sf2":
        "Build one preset from all recordings of a folder.",
    ])

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let output = try arguments.requiredOutput()
    let quality = try arguments.quality(output: output)
    let bytes = try FileAccess.read(path: path, limit: 1 << 20)
    let recipe = try CommandFailure.prefixing("\(path), ") {
      try BuildRecipe(parsing: String(decoding: bytes, as: UTF8.self))
    }
    try CommonOptions.checkOutput(output, input: path)
    try CommonOptions.checkReplacing(output, arguments)
    let folder = arguments.value("folder") ?? FileAccess.folder(of: path)
    let bank: BuiltBank
    do {
      bank = try Progress.track(output) { report in
        try BuiltBank(recipe, in: folder) { try report(0.8 * $0) }
      }
    } catch let error as BuildingError {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    let written = try BankOutput.write(
      bank.contents, to: output, quality: quality, progressFrom: 0.8)
    try Console.print(
      BuildReport(bank: bank, recipe: path, file: output, written: written),
      asJSON: arguments.has("json"))
  }
}
