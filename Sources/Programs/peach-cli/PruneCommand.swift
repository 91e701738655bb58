import Peach

/// `peach prune bank.sf2 -o small.sf2`: a bank of fewer presets, which sound as they did.
enum PruneCommand: Command {
  static let syntax = Syntax(
    name: "prune",
    summary: "Writes a smaller bank of some of a bank's presets, as SF2 or compressed as SF3.",
    operands: ["BANK"],
    options: [
      .init(
        name: "out", value: "FILE", help: "the bank to write: .sf2, or .sf3 for compressed samples",
        short: "o"),
      .init(
        name: "keep", value: "PRESET",
        help: "BANK:PROGRAM, as 0:42, 0:40-47, 128:*, or a name, as '*cello*'", isRepeated: true),
      .init(
        name: "rename", value: "PRESET=NAME", help: "another name for one of those kept",
        isRepeated: true),
      .init(
        name: "recipe", value: "FILE", help: "what to keep, as a file says, or \(shippedNames)"),
      .init(name: "name", value: "NAME", help: "the new bank's name"),
      .init(name: "keys", value: "LOW-HIGH", help: "only these keys, as 36-96"),
      .init(name: "layer", value: "VELOCITY", help: "only what sounds at it, for all velocities"),
      .init(name: "trim-loops", value: nil, help: "without what is never heard behind loops"),
      Shared.qualityOption, .init(name: "json", value: nil, help: "the result as JSON"),
    ],
    examples: [
      ("peach prune FluidR3_GM.sf2 -o small.sf2 --recipe ear-training", "eighteen instruments"),
      ("peach prune my.sf2 -o cello.sf2 --keep '*cello*' --rename 0:42=Cello", "one of them"),
      ("peach prune my.sf2 -o my.sf3", "all of them, compressed; the other way round, expanded"),
    ])

  private static var shippedNames: String {
    PruningRecipe.shipped.map(\.name).joined(separator: ", ")
  }

  static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    guard let out = arguments.value("out") else { throw UsageError(reason: "--out is missing.") }
    let recipe = try recipe(arguments)
    let quality = try Shared.quality(arguments, out: out)
    let font = try SoundFont(contentsOf: path)
    if let written = FileAccess.resolved(out), written == FileAccess.resolved(path) {
      throw CommandFailure(reason: "\(out) is the bank itself; write another file.")
    }
    var pruned: PrunedBank
    do {
      pruned = try PrunedBank(font.contents(), recipe: recipe)
    } catch {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    Interruption.watch()
    let written = try BankOutput.write(pruned.contents, to: out, quality: quality)
    pruned = pruned.storing(written.contents)
    let report = PruneReport(
      pruned, source: path, sourceBytes: font.storage.bytes.count, file: out,
      bytes: written.byteCount,
      warnings: written.contents.warnings + pruned.warnings + written.warnings)
    if arguments.has("json") { return try Console.print(json: report) }
    for warning in report.warnings { Console.error(warning) }
    Console.print(report.text)
  }

  /// What the options ask for, in the words of a recipe: a file's lines first.
  private static func recipe(_ arguments: Arguments) throws -> PruningRecipe {
    var recipe = PruningRecipe()
    if let name = arguments.value("recipe") { recipe = try self.recipe(named: name) }
    var options = PruningRecipe()
    for text in arguments.all("keep") {
      options.choices.append(.init([try pattern(text, of: "keep")]))
    }
    for text in arguments.all("rename") {
      guard let place = text.firstIndex(of: "=") else {
        throw UsageError(reason: "--rename is \"\(text)\"; it must be PRESET=NAME.")
      }
      let name = String(text[text.index(after: place)...])
      do {
        options.renamings.append(
          try .init(try pattern(String(text[..<place]), of: "rename"), name: name))
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

  /// An option that is a line of a recipe.
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
      throw UsageError(
        reason: "--\(option) is \"\(text)\"; it must be BANK:PROGRAM or a pattern of names.")
    }
    return pattern
  }

  /// A recipe that comes with Peach, or one in a file.
  private static func recipe(named name: String) throws -> PruningRecipe {
    if let shipped = PruningRecipe.shipped.first(where: { $0.name == name }) {
      return try PruningRecipe(parsing: shipped.text)
    }
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.read(path: name, limit: 1 << 20)
    } catch {
      throw CommandFailure(
        reason: "\(Console.sentence("\(error)")) Recipes that come with Peach: \(shippedNames).")
    }
    do {
      return try PruningRecipe(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(reason: "\(name), \(error)")
    }
  }
}
