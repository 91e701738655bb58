package import PeachInstrumentModel

/// A recipe for `peach prune`: the presets and ranges to keep. As text, a recipe has one
/// instruction per line. Lines that begin with `#` are comments:
///
/// ```
/// name Small orchestra
/// keep 0:40 as Violin
/// keep 0:42, *cello* as Cello
/// try 8:48 as Soft Strings
/// rename 0:42 as Solo Cello
/// keys 36-96
/// ```
public struct PruningRecipe: Hashable, Sendable {
  package struct Choice: Hashable, Sendable {
    /// Patterns in order of preference. All presets that match the first available one are kept.
    package var alternatives: [PresetPattern]
    /// The new name of a single preset; `nil` to keep its name.
    package var name: String?
    /// Whether the bank may lack such a preset.
    package var isOptional: Bool

    package init(_ alternatives: [PresetPattern], name: String? = nil, isOptional: Bool = false) {
      self.alternatives = alternatives
      self.name = name
      self.isOptional = isOptional
    }
  }

  package struct Renaming: Hashable, Sendable {
    /// The preset; the pattern must match exactly one of the kept presets.
    package var pattern: PresetPattern
    /// The new name: ASCII, up to 20 characters.
    package var name: String

    package init(_ pattern: PresetPattern, name: String) throws(RecipeError) {
      if let reason = RecipeLine.fault(ofPresetName: name.utf8) {
        throw RecipeError(line: 0, reason: reason)
      }
      self.pattern = pattern
      self.name = name
    }
  }

  /// The name of the new bank; `nil` to keep the name.
  package var name: String?
  /// The presets to keep; all if empty.
  package var choices: [Choice] = []
  /// New names, applied after those of ``choices``.
  package var renamings: [Renaming] = []
  package var keys: ClosedRange<UInt8>?
  /// A velocity whose layer is kept and plays at all velocities; `nil` for all layers.
  package var layer: UInt8?
  /// Whether frames after loops that never end are removed.
  package var trimsLoops = false

  package init() {}

  /// Parses a recipe in the format above. Throws if a line is invalid.
  public init(parsing text: String) throws(RecipeError) {
    for line in RecipeLine.lines(of: text) { try read(line) }
  }

  /// Adds the instructions of `other`, whose single values take precedence.
  package mutating func add(_ other: PruningRecipe) {
    choices += other.choices
    renamings += other.renamings
    name = other.name ?? name
    keys = other.keys ?? keys
    layer = other.layer ?? layer
    trimsLoops = trimsLoops || other.trimsLoops
  }
}

// The parser.
extension PruningRecipe {
  private mutating func read(_ line: RecipeLine) throws(RecipeError) {
    switch line.keyword {
    case "keep", "try": choices.append(try Self.choice(line, isOptional: line.keyword == "try"))
    case "rename":
      let renamed = try Self.choice(line, isOptional: false)
      guard let name = renamed.name, renamed.alternatives.count == 1 else {
        throw line.error("One preset and \"as\" with its new name must follow.")
      }
      renamings.append(try Renaming(renamed.alternatives[0], name: name))
    case "name": name = try line.text(of: "A name")
    case "keys": keys = try line.keys()
    case "layer":
      guard let velocity = PresetPattern.number(line.argument, limit: 127), velocity > 0 else {
        throw line.error("\"\(line.text)\" must be a velocity from 1 to 127.")
      }
      layer = UInt8(velocity)
    case "trim-loops":
      if !line.argument.isEmpty { throw line.error("Nothing may follow \"trim-loops\".") }
      trimsLoops = true
    default:
      throw line.error(
        "Unknown instruction \"\(line.keyword)\". A line begins with keep, try, rename, name, "
          + "keys, layer or trim-loops.")
    }
  }

  /// Parses `0:42, *cello* as Cello`.
  private static func choice(
    _ line: RecipeLine, isOptional: Bool
  ) throws(RecipeError) -> Choice {
    var patterns = line.argument
    var name: String?
    if let index = lastAs(line.argument) {
      patterns = line.argument[..<index]
      name = try line.presetName(RecipeLine.trimmed(line.argument[(index + 4)...]))
    }
    let alternatives = try RecipeLine.list(patterns).map { text throws(RecipeError) in
      guard let pattern = PresetPattern(text) else {
        throw line.error("Invalid preset \"\(text)\". Use BANK:PROGRAM or a name pattern.")
      }
      return pattern
    }
    return Choice(alternatives, name: name, isOptional: isOptional)
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

/// An error in a recipe.
public struct RecipeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 if the error concerns no line.
  public var line: Int
  /// A user-facing message.
  public var reason: String

  /// The message, after a prefix such as `line 3: ` if the line is known.
  public var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
