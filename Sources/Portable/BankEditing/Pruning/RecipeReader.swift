/// Reads recipes line by line.
struct RecipeReader {
  private let lines: RecipeLines
  private var line = 0

  init(_ text: String) { lines = RecipeLines(text) }

  mutating func read(into recipe: PruningRecipe) throws(RecipeError) -> PruningRecipe {
    var recipe = recipe
    for entry in lines.entries {
      line = entry.line
      try take(entry.word, entry.rest, &recipe)
    }
    return recipe
  }

  private func take(
    _ word: String, _ rest: ArraySlice<UInt8>, _ recipe: inout PruningRecipe
  ) throws(RecipeError) {
    switch word {
    case "keep", "try": recipe.choices.append(try choice(rest, isOptional: word == "try"))
    case "rename":
      let renamed = try choice(rest, isOptional: false)
      guard let name = renamed.name, renamed.alternatives.count == 1 else {
        throw error("one preset and \"as\" with its new name must follow.")
      }
      recipe.renamings.append(try PruningRecipe.Renaming(renamed.alternatives[0], name: name))
    case "name":
      if rest.isEmpty { throw error("a name must follow.") }
      recipe.name = RecipeLines.text(rest)
    case "keys":
      guard let keys = RecipeLines.keys(rest) else {
        throw error("\"\(RecipeLines.text(rest))\" must be two keys from 0 to 127, as in 36-96.")
      }
      recipe.keys = keys
    case "layer":
      guard let velocity = PresetPattern.number(rest, limit: 127), velocity > 0 else {
        throw error("\"\(RecipeLines.text(rest))\" must be a velocity from 1 to 127.")
      }
      recipe.layer = UInt8(velocity)
    case "trim-loops":
      if !rest.isEmpty { throw error("nothing may follow \"trim-loops\".") }
      recipe.trimsLoops = true
    default:
      throw error(
        "\"\(word)\" is not known; a line begins with keep, try, rename, name, keys, "
          + "layer or trim-loops.")
    }
  }

  /// `0:42, *cello* as Cello`
  private func choice(
    _ text: ArraySlice<UInt8>, isOptional: Bool
  ) throws(RecipeError) -> PruningRecipe.Choice {
    var patterns = text
    var name: String?
    if let place = Self.lastAs(text) {
      patterns = text[..<place]
      let bytes = RecipeLines.trimmed(text[(place + 4)...])
      if let reason = PresetNaming.fault(of: Array(bytes)) { throw error(reason) }
      name = RecipeLines.text(bytes)
    }
    var alternatives: [PresetPattern] = []
    for part in patterns.split(separator: 0x2C, omittingEmptySubsequences: false) {
      let text = RecipeLines.text(RecipeLines.trimmed(part))
      guard let pattern = PresetPattern(text) else {
        throw error("\"\(text)\" is no preset; write BANK:PROGRAM or a pattern of names.")
      }
      alternatives.append(pattern)
    }
    return PruningRecipe.Choice(alternatives, name: name, isOptional: isOptional)
  }

  private func error(_ reason: String) -> RecipeError { RecipeError(line: line, reason: reason) }

  /// Where the last ` as ` begins.
  private static func lastAs(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= 4 else { return nil }
    for place in (text.startIndex...(text.endIndex - 4)).reversed()
    where RecipeLines.isSpace(text[place]) && text[place + 1] == 0x61 && text[place + 2] == 0x73
      && RecipeLines.isSpace(text[place + 3])
    {
      return place
    }
    return nil
  }
}
