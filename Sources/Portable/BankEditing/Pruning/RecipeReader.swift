/// Parses recipes for `peach prune`.
enum RecipeReader {
  static func read(_ text: String, into recipe: inout PruningRecipe) throws(RecipeError) {
    for line in RecipeLine.lines(of: text) { try read(line, &recipe) }
  }

  private static func read(
    _ line: RecipeLine, _ recipe: inout PruningRecipe
  ) throws(RecipeError) {
    switch line.keyword {
    case "keep", "try": recipe.choices.append(try choice(line, isOptional: line.keyword == "try"))
    case "rename":
      let renamed = try choice(line, isOptional: false)
      guard let name = renamed.name, renamed.alternatives.count == 1 else {
        throw line.error("One preset and \"as\" with its new name must follow.")
      }
      recipe.renamings.append(try PruningRecipe.Renaming(renamed.alternatives[0], name: name))
    case "name": recipe.name = try line.text(of: "A name")
    case "keys": recipe.keys = try line.keys()
    case "layer":
      guard let velocity = PresetPattern.number(line.argument, limit: 127), velocity > 0 else {
        throw line.error("\"\(line.text)\" must be a velocity from 1 to 127.")
      }
      recipe.layer = UInt8(velocity)
    case "trim-loops":
      if !line.argument.isEmpty { throw line.error("Nothing may follow \"trim-loops\".") }
      recipe.trimsLoops = true
    default:
      throw line.error(
        "Unknown instruction \"\(line.keyword)\". A line begins with keep, try, rename, name, "
          + "keys, layer or trim-loops.")
    }
  }

  /// Parses `0:42, *cello* as Cello`.
  private static func choice(
    _ line: RecipeLine, isOptional: Bool
  ) throws(RecipeError) -> PruningRecipe.Choice {
    var patterns = line.argument
    var name: String?
    if let index = lastAs(line.argument) {
      patterns = line.argument[..<index]
      let bytes = RecipeLine.trimmed(line.argument[(index + 4)...])
      if let reason = PresetNaming.fault(of: Array(bytes)) { throw line.error(reason) }
      name = RecipeLine.text(bytes)
    }
    var alternatives: [PresetPattern] = []
    for bytes in patterns.split(separator: 0x2C, omittingEmptySubsequences: false) {
      let text = RecipeLine.text(RecipeLine.trimmed(bytes))
      guard let pattern = PresetPattern(text) else {
        throw line.error("Invalid preset \"\(text)\". Use BANK:PROGRAM or a name pattern.")
      }
      alternatives.append(pattern)
    }
    return PruningRecipe.Choice(alternatives, name: name, isOptional: isOptional)
  }

  /// Returns the index of the last ` as `.
  private static func lastAs(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= 4 else { return nil }
    return (text.startIndex...(text.endIndex - 4)).last { index in
      RecipeLine.isSpace(text[index]) && text[index + 1] == 0x61 && text[index + 2] == 0x73
        && RecipeLine.isSpace(text[index + 3])
    }
  }
}
