public import PeachInstrumentFiles

/// What a bank is to be built from: what `peach build` is asked for.
///
/// As text, one thing a line; a line that begins with `#` is a comment. What comes before the first
/// `preset` goes for all of them:
///
/// ```
/// name My strings
/// bits 24
/// preset 0:42 Cello
/// folder cello
/// files *arco*
/// keys 36-84
/// ```
public struct BuildRecipe: Hashable, Sendable {
  /// Where loops come from.
  public enum Loops: Hashable, Sendable {
    /// From the file's chunks; where there is none and the tone is held, one is found.
    case find
    /// From the file's chunks only.
    case file
    /// There are none.
    case none
  }

  /// Which key a recording is taken for where its pitch is another than what is said of it.
  public enum Roots: Hashable, Sendable {
    /// The one that it sounds at.
    case heard
    /// The one that its chunks or its name say.
    case said
  }

  /// A recording's key, said by the recipe.
  public struct Root: Hashable, Sendable {
    /// The file's name, or a pattern with `*` and `?`.
    public var file: String
    /// The key.
    public var key: UInt8

    /// A key for files.
    public init(file: String, key: UInt8) {
      self.file = file
      self.key = key
    }
  }

  /// A preset to be built.
  public struct Preset: Hashable, Sendable {
    /// Its name: ASCII, up to 20 characters.
    public var name: String
    /// Its bank; 128 for percussion.
    public var bank: UInt16
    /// Its MIDI program, 0…127.
    public var program: UInt16
    /// What goes for its recordings.
    public var settings: Settings

    /// A preset of these parts.
    public init(_ name: String, bank: UInt16, program: UInt16, settings: Settings = Settings()) {
      self.name = name
      self.bank = bank
      self.program = program
      self.settings = settings
    }
  }

  /// What goes for a preset's recordings.
  public struct Settings: Hashable, Sendable {
    /// The folders that they are in, from the recipe's own; that one where none is named.
    public var folders: [String] = []
    /// Patterns of their names; all audio files where there is none.
    public var files: [String] = []
    /// Patterns of names to leave out.
    public var excluded: [String] = []
    /// Keys that the recipe says.
    public var roots: [Root] = []
    /// Which key counts.
    public var rootChoice = Roots.heard
    /// The octave of key 60 in names.
    public var middleC = 4
    /// The keys that the preset answers.
    public var keys: ClosedRange<UInt8> = 0...127
    /// Where loops come from.
    public var loops = Loops.find
    /// Seconds in which a note dies away once its key is up, from full to −100 dB.
    public var releaseSeconds = 0.3

    /// What goes where nothing is said.
    public init() {}

    /// Whether a file of this name is one of the preset's.
    public func includes(_ name: String) -> Bool {
      (files.isEmpty || files.contains { Self.matches(name, $0) })
        && !excluded.contains { Self.matches(name, $0) }
    }

    /// The key that the recipe says for a file of this name.
    public func root(of name: String) -> UInt8? {
      roots.first { Self.matches(name, $0.file) }?.key
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
      PresetPattern.matches(Array(name.utf8)[...], Array(pattern.utf8)[...])
    }
  }

  /// The bank's name.
  public var name = "Built bank"
  /// Texts of the INFO list, such as its copyright.
  public var information: [SoundFontContents.Information] = []
  /// 16 or 24 bits for each value.
  public var bits = 16
  /// The presets.
  public var presets: [Preset] = []

  /// Nothing yet.
  public init() {}

  /// The recipe that a text is, in the format above. Throws where a line says nothing known, and
  /// where there is no preset.
  public init(parsing text: String) throws(RecipeError) {
    self.init()
    var reader = BuildRecipeReader()
    self = try reader.read(RecipeLines(text))
  }
}
