/// What of a bank is to be kept, and how: what `peach prune` is asked for.
///
/// As text, one thing a line; what follows a `#` at a line's beginning is a comment:
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
  /// Presets to keep.
  public struct Choice: Hashable, Sendable {
    /// Of these the first that any preset matches; all that match it are kept.
    public var alternatives: [PresetPattern]
    /// The preset's new name; nil to leave it. Only for one preset.
    public var name: String?
    /// Whether a bank without such a preset will do.
    public var isOptional: Bool

    /// A choice among presets.
    public init(_ alternatives: [PresetPattern], name: String? = nil, isOptional: Bool = false) {
      self.alternatives = alternatives
      self.name = name
      self.isOptional = isOptional
    }
  }

  /// A preset that gets another name.
  public struct Renaming: Hashable, Sendable {
    /// Which; of the presets kept it must match one.
    public var pattern: PresetPattern
    /// Its new name: ASCII, up to 20 characters.
    public var name: String

    /// A new name for a preset; throws a sentence where a preset cannot have it.
    public init(_ pattern: PresetPattern, name: String) throws(RecipeError) {
      if let reason = PresetNaming.fault(of: Array(name.utf8)) {
        throw RecipeError(line: 0, reason: reason)
      }
      self.pattern = pattern
      self.name = name
    }
  }

  /// The new bank's name; nil for the old one's.
  public var name: String?
  /// The presets to keep; all where there is no choice.
  public var choices: [Choice]
  /// New names, after those that choices give.
  public var renamings: [Renaming] = []
  /// The keys that are to sound; nil for all.
  public var keys: ClosedRange<UInt8>?
  /// A velocity whose layer is kept, for all velocities; nil for all layers.
  public var layer: UInt8?
  /// Whether what is never heard behind a loop's end is left out.
  public var trimsLoops: Bool

  /// Keeps all presets as they are; what no preset uses goes.
  public init() {
    choices = []
    trimsLoops = false
  }

  /// The recipe that a text is, in the format above. Throws where a line says nothing known.
  public init(parsing text: String) throws(RecipeError) {
    self.init()
    var reader = RecipeReader(text)
    self = try reader.read(into: self)
  }

  /// Adds what `other` says; what it says once replaces what was said here.
  public mutating func add(_ other: PruningRecipe) {
    choices += other.choices
    renamings += other.renamings
    name = other.name ?? name
    keys = other.keys ?? keys
    layer = other.layer ?? layer
    trimsLoops = trimsLoops || other.trimsLoops
  }
}

/// Something in a recipe that cannot be meant.
public struct RecipeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 where it is in no text.
  public var line: Int
  /// What is wrong with it: a sentence.
  public var reason: String

  /// A line and what is wrong with it.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// `line 3: …`
  public var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
