/// Reads recipes line by line.
struct RecipeReader {
  private let lines: [ArraySlice<UInt8>]
  private var line = 0

  init(_ text: String) {
    lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  mutating func read(into recipe: PruningRecipe) throws(RecipeError) -> PruningRecipe {
    var recipe = recipe
    for bytes in lines {
      line += 1
      let trimmed = Self.trimmed(bytes)
      if trimmed.isEmpty || trimmed.first == 0x23 { continue }
      let end = trimmed.firstIndex { Self.isSpace($0) } ?? trimmed.endIndex
      let word = Self.text(trimmed[..<end])
      let rest = Self.trimmed(trimmed[end...])
      try take(word, rest, &recipe)
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
      recipe.name = Self.text(rest)
    case "keys":
      guard let keys = Self.keys(rest) else {
        throw error("\"\(Self.text(rest))\" must be two keys from 0 to 127, as in 36-96.")
      }
      recipe.keys = keys
    case "layer":
      guard let velocity = PresetPattern.number(rest, limit: 127), velocity > 0 else {
        throw error("\"\(Self.text(rest))\" must be a velocity from 1 to 127.")
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
      let bytes = Self.trimmed(text[(place + 4)...])
      if let reason = PresetNaming.fault(of: Array(bytes)) { throw error(reason) }
      name = Self.text(bytes)
    }
    var alternatives: [PresetPattern] = []
    for part in patterns.split(separator: 0x2C, omittingEmptySubsequences: false) {
      let text = Self.text(Self.trimmed(part))
      guard let pattern = PresetPattern(text) else {
        throw error("\"\(text)\" is no preset; write BANK:PROGRAM or a pattern of names.")
      }
      alternatives.append(pattern)
    }
    return PruningRecipe.Choice(alternatives, name: name, isOptional: isOptional)
  }

  /// Two keys with a dash between: `36-96`.
  static func keys(_ text: ArraySlice<UInt8>) -> ClosedRange<UInt8>? {
    guard let dash = text.firstIndex(of: 0x2D),
      let low = PresetPattern.number(trimmed(text[..<dash]), limit: 127),
      let high = PresetPattern.number(trimmed(text[(dash + 1)...]), limit: 127), low <= high
    else { return nil }
    return UInt8(low)...UInt8(high)
  }

  private func error(_ reason: String) -> RecipeError { RecipeError(line: line, reason: reason) }

  /// Where the last ` as ` begins.
  private static func lastAs(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= 4 else { return nil }
    for place in (text.startIndex...(text.endIndex - 4)).reversed()
    where isSpace(text[place]) && text[place + 1] == 0x61 && text[place + 2] == 0x73
      && isSpace(text[place + 3])
    {
      return place
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let byte = text.first, isSpace(byte) { text.removeFirst() }
    while let byte = text.last, isSpace(byte) { text.removeLast() }
    return text
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
