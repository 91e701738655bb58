import PeachServices

enum PruneCommand: Command {
  static let syntax = Syntax(
    name: "prune", summary: "Write a smaller bank with selected presets",
    purpose: "Writes a smaller bank with selected presets, which sound as before.",
    operands: ["BANK"],
    groups: [
      "Output": [.bankOutput, .force, .quality, .json],
      "Selection": [
        .values(
          "keep", "PRESET",
          "BANK:PROGRAM such as 0:42, 0:40-47 or 128:*, or a name such as '*cello*';\n"
            + "may be repeated (default: all presets)"),
        .value("recipe", "FILE", "selection from a file, or one of \(shippedNames)"),
        .value("keys", "LOW-HIGH", "keep these keys only, such as 36-96"),
        .value(
          "layer", "VELOCITY", "keep the layer of this velocity, and play it at all velocities"),
        .flag("trim-loops", "remove unused sample data after loops"),
      ],
      "Names": [
        .value("name", "NAME", "name of the new bank"),
        .values("rename", "PRESET=NAME", "rename a preset; may be repeated"),
      ],
    ],
    examples: [
      "peach prune FluidR3_GM.sf2 -o small.sf2 --recipe ear-training":
        "Keep the eighteen instruments of the ear trainer.",
      "peach prune my.sf2 -o cello.sf2 --keep '*cello*' --rename 0:42=Cello":
        "Keep one instrument.",
      "peach prune my.sf2 -o my.sf3": "Compress all samples. An .sf2 output decompresses them.",
    ])

  private static let shippedNames = PruningRecipe.shipped.map(\.name).joined(separator: ", ")

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    let output = try arguments.requiredOutput()
    let recipe = try recipe(arguments)
    let quality = try arguments.quality(output: output)
    let font = try CommonOptions.soundFont(path, for: "prune")
    try CommonOptions.checkOutput(output, input: path)
    try CommonOptions.checkReplacing(output, arguments)
    var pruned = try CommandFailure.prefixing("\(path): ") {
      try PrunedBank(font.contents(), recipe: recipe)
    }
    Interruption.watch()
    let written = try BankOutput.write(pruned.contents, to: output, quality: quality)
    pruned = pruned.storing(written.contents)
    let report = PruneReport(
      pruned: pruned, source: path, sourceBytes: font.storage.bytes.count, file: output,
      written: written)
    try Console.print(report, asJSON: arguments.has("json"))
  }

  /// Returns the recipe of `--recipe`, extended by the other options.
  private static func recipe(_ arguments: Arguments) throws -> PruningRecipe {
    var recipe = PruningRecipe()
    if let name = arguments.value("recipe") { recipe = try self.recipe(named: name) }
    var options = PruningRecipe()
    for text in arguments.all("keep") {
      options.choices.append(.init([try pattern(text, of: "keep")]))
    }
    for text in arguments.all("rename") {
      guard let separator = text.firstIndex(of: "=") else {
        throw UsageError.invalid(text, "--rename", use: "PRESET=NAME")
      }
      let name = String(text[text.index(after: separator)...])
      do {
        options.renamings.append(
          try .init(try pattern(String(text[..<separator]), of: "rename"), name: name))
      } catch let error as RecipeError {
        throw UsageError(reason: "--rename: \(error)")
      }
    }
    options.name = arguments.value("name")
    options.keys = try option("keys", arguments)?.keys
    options.layer = try option("layer", arguments)?.layer
    options.trimsLoops = arguments.has("trim-loops")
    recipe.add(options)
    return recipe
  }

  /// Parses an option as a line of a recipe.
  private static func option(
    _ name: String, _ arguments: Arguments
  ) throws(UsageError) -> PruningRecipe? {
    guard let value = arguments.value(name) else { return nil }
    do {
      return try PruningRecipe(parsing: "\(name) \(value)")
    } catch {
      throw UsageError(reason: "--\(name): \(error.reason)")
    }
  }

  private static func pattern(_ text: String, of option: String) throws(UsageError) -> PresetPattern
  {
    guard let pattern = PresetPattern(text) else {
      throw .invalid(text, "--\(option)", use: "BANK:PROGRAM or a name pattern")
    }
    return pattern
  }

  /// Returns a recipe of Peach, or reads one from a file.
  private static func recipe(named name: String) throws -> PruningRecipe {
    if let shipped = PruningRecipe.shipped.first(where: { $0.name == name }) {
      return try PruningRecipe(parsing: shipped.text)
    }
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.read(path: name, limit: 1 << 20)
    } catch {
      throw CommandFailure(
        reason: "\(Console.punctuated("\(error)")) The recipes of Peach are: \(shippedNames).")
    }
    return try CommandFailure.prefixing("\(name), ") {
      try PruningRecipe(parsing: String(decoding: bytes, as: UTF8.self))
    }
  }
}
