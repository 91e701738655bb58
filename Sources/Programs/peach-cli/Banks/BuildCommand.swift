import PeachServices

enum BuildCommand: Command {
  static let syntax = Syntax(
    name: "build", summary: "Build a bank from folders of recordings",
    purpose: "Builds a sound bank from recordings: those of a folder, as one preset 0:0, or those\n"
      + "that a recipe describes.",
    operands: ["[FOLDER|RECIPE]"],
    options: [
      .value("recipe", "NAME", "a recipe of Peach: \(shippedNames)"),
      .bankOutput, .force,
      .value("folder", "DIR", "parent of the recipe's folders (default: the recipe's folder)"),
      .value("plot", "FOLDER", "write a plot of each preset, as SVG"), .quality, .json,
    ],
    examples: [
      "peach build Cello -o cello.sf2":
        "Build the preset 0:0 Cello from the recordings of a folder.",
      "printf 'preset 0:42 Cello\\n' > Cello/build.txt && peach build Cello/build.txt -o c.sf2":
        "Build it with the number of General MIDI.",
      "peach build orchestra.txt -o orchestra.sf2": "Build the presets of a recipe.",
    ])

  private static let shippedNames = BuildRecipe.shipped.map(\.name).joined(separator: ", ")

  static func run(_ arguments: Arguments) throws {
    if arguments.operands.isEmpty && !arguments.has("recipe") {
      throw UsageError.missing("FOLDER or RECIPE")
    }
    let output = try arguments.requiredOutput()
    let quality = try arguments.quality(output: output)
    let (path, recipe) = try recipe(arguments)
    try CommonOptions.checkOutput(output, input: path)
    try CommonOptions.checkReplacing(output, arguments)
    let folder =
      arguments.value("folder")
      ?? (FileAccess.isFolder(path) ? path : FileAccess.folder(of: path))
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
    if let plots = arguments.value("plot") {
      try FileAccess.makeFolder(plots, isPrivate: false)
      for preset in bank.presets {
        let path = "\(plots)/\(preset.bank)-\(preset.program).svg"
        try FileAccess.write(Array(BuildPlot(preset).svg.utf8), to: path)
      }
    }
    try Console.print(
      BuildReport(bank: bank, recipe: path, file: output, written: written),
      asJSON: arguments.has("json"))
  }

  /// Returns the recipe and its path, or the name of a recipe of Peach.
  private static func recipe(
    _ arguments: Arguments
  ) throws -> (path: String, recipe: BuildRecipe) {
    if let name = arguments.value("recipe") {
      if let operand = arguments.operands.first {
        throw UsageError(reason: "Unexpected argument \"\(operand)\" beside --recipe.")
      }
      guard let text = BuildRecipe.shipped(name) else {
        throw UsageError.invalid(
          name, "--recipe", use: "\(shippedNames); a file is the operand RECIPE")
      }
      return (name, try BuildRecipe(parsing: text))
    }
    guard let path = arguments.operands.first else { throw UsageError.missing("FOLDER or RECIPE") }
    if FileAccess.isFolder(path) { return (path, try recipe(ofFolder: path)) }
    let bytes = try FileAccess.read(path: path, limit: 1 << 20)
    let recipe = try CommandFailure.prefixing("\(path), ") {
      try BuildRecipe(parsing: String(decoding: bytes, as: UTF8.self)) { other in
        let folder = FileAccess.folder(of: path)
        let location = other.hasPrefix("/") ? other : "\(folder)/\(other)"
        return (try? FileAccess.read(path: location, limit: 1 << 20)).map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    }
    return (path, recipe)
  }

  /// Returns the recipe of one preset from the recordings of a folder, which has its name.
  private static func recipe(ofFolder path: String) throws -> BuildRecipe {
    // SoundFont 2.04 §7.2: twenty ASCII characters.
    let letters = FileAccess.fileName(of: path).unicodeScalars.filter { 0x20...0x7E ~= $0.value }
    let name = String(String.UnicodeScalarView(letters.prefix(20)))
    let isNamed = name.contains { $0.isLetter || $0.isNumber }
    return try BuildRecipe(parsing: "preset 0:0 \(isNamed ? name : "Recordings")\n")
  }
}
