/// A recipe for `peach prune`: the presets and ranges to keep.
///
/// As text, a recipe has one instruction per line. Lines that begin with `#` are comments:
///
/// ```
/// name Small orchestra
/// keep 0:40 as Violin
/// keep 0:42, *cello* as Cello
/// try 8:48 as Soft Strings
/// rename 0:42 as Solo Cello
/// keys 36-96
/// ```
package struct PruningRecipe: Hashable, Sendable {
  /// Presets to keep.
  package struct Choice: Hashable, Sendable {
    /// Patterns in order of preference. All presets that match the first available one are kept.
    package var alternatives: [PresetPattern]
    /// The new name of a single preset; `nil` to keep its name.
    package var name: String?
    /// Whether the bank may lack such a preset.
    package var isOptional: Bool

    /// Creates a choice.
    package init(_ alternatives: [PresetPattern], name: String? = nil, isOptional: Bool = false) {
      self.alternatives = alternatives
      self.name = name
      self.isOptional = isOptional
    }
  }

  /// A new name of a preset.
  package struct Renaming: Hashable, Sendable {
    /// The preset; the pattern must match exactly one of the kept presets.
    package var pattern: PresetPattern
    /// The new name: ASCII, up to 20 characters.
    package var name: String

    /// Creates a renaming. Throws if the name is invalid.
    package init(_ pattern: PresetPattern, name: String) throws(RecipeError) {
      if let reason = PresetNaming.fault(of: Array(name.utf8)) {
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
  /// The keys to keep; `nil` for all.
  package var keys: ClosedRange<UInt8>?
  /// A velocity whose layer is kept and plays at all velocities; `nil` for all layers.
  package var layer: UInt8?
  /// Whether frames after loops that never end are removed.
  package var trimsLoops = false

  /// Creates a recipe that keeps all presets and removes unused data.
  package init() {}

  /// Parses a recipe in the format above. Throws if a line is invalid.
  package init(parsing text: String) throws(RecipeError) {
    self.init()
    try RecipeReader.read(text, into: &self)
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

/// An error in a recipe.
public struct RecipeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 if the error concerns no line.
  public var line: Int
  /// A user-facing message.
  public var reason: String

  /// Creates an error.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The message, after a prefix such as `line 3: ` if the line is known.
  public var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
