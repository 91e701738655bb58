import PeachInstrumentModel

/// A line of a recipe that uses presets of another recipe: `use iowa 0:40-43, 0:73 in Iowa`.
struct RecipeUse {
  /// The name of a recipe in Peach, or the path of a file.
  var recipe: String
  var presets: [PresetPattern] = []
  /// The folder that contains the folders of the other recipe.
  var folder: String

  /// Parses a line; returns `nil` if a part is missing or invalid.
  init?(_ line: RecipeLine) {
    let argument = line.argument
    let separator = Array(" in ".utf8)
    guard let end = argument.firstIndex(where: { RecipeLine.isSpace($0) }),
      let position = argument.indices.last(where: {
        argument[$0...].starts(with: separator) && $0 >= end
      })
    else { return nil }
    recipe = RecipeLine.text(argument[..<end])
    folder = RecipeLine.text(RecipeLine.trimmed(argument[(position + separator.count)...]))
    for text in RecipeLine.list(argument[end..<position]) {
      guard let pattern = PresetPattern(text) else { return nil }
      presets.append(pattern)
    }
    if folder.isEmpty || presets.isEmpty { return nil }
  }
}
