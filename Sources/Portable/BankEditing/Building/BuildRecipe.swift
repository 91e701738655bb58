package import PeachInstrumentFiles
import PeachInstrumentModel

/// A recipe for `peach build`: the presets and the recordings that they are built from. As text, a
/// recipe has one instruction per line. Lines that begin with `#` are comments. Instructions before
/// the first `preset` apply to all presets:
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
  package enum Loops: Hashable, Sendable {
    /// The file's chunks; without one, a search in sustained tones.
    case find
    /// The file's chunks only.
    case file
    case none
  }

  /// The root key of a recording whose declared key and measured pitch differ.
  package enum Roots: Hashable, Sendable {
    /// The one that agrees with the preset, its layer and the adjacent keys.
    case agreed
    /// The measured one; `heard` in a recipe.
    case measured
    /// The one declared by its chunks or its name; `said` in a recipe.
    case declared
  }

  /// The kind of the tones of a preset, which determines whether they are looped.
  package enum Tones: Hashable, Sendable {
    /// The kind of most recordings; `heard` in a recipe.
    case measured
    case sustained
    case decaying
    /// Each recording by itself, by the loop search of Peach 1; `single` in a recipe.
    case single
  }

  package enum Onsets: Hashable, Sendable {
    /// Cuts silence and noise before the tone.
    case trim
    case keep
  }

  package enum LevelChoice: Hashable, Sendable {
    /// Levels that change smoothly over the keys.
    case even
    case recorded
  }

  package enum Dynamics: Hashable, Sendable {
    /// The level difference between the velocities 32 and 112, in decibels.
    case curve(decibels: Double)
    /// Keeps the level differences of the layers.
    case recorded

    /// The velocity curve of SoundFont 2.04 §8.4.1 has 40 · log₁₀(112 / 32) dB.
    package static var standardDecibels: Double { 21.7626 }
    static var standard: Dynamics { .curve(decibels: 22) }
  }

  /// Whether recordings of scales are split into notes.
  package enum Scales: Hashable, Sendable { case split, skip }

  /// The choice among several recordings of a key and a layer.
  package enum Takes: Hashable, Sendable { case best, first }

  /// The velocity layer of files.
  package struct LayerRule: Hashable, Sendable {
    /// The name of the file, or a pattern with `*` and `?`.
    package var file: String
    package var layer: VelocityLayer
  }

  /// A root key declared by the recipe.
  package struct Root: Hashable, Sendable {
    /// The name of the file, or a pattern with `*` and `?`.
    package var file: String
    package var key: UInt8

    package init(file: String, key: UInt8) {
      self.file = file
      self.key = key
    }
  }

  /// A folder of recordings.
  package struct Folder: Hashable, Sendable {
    /// The path, relative to the recipe.
    package var path: String
    /// Whether it may be absent; `try folder` in a recipe.
    package var isOptional: Bool

    package init(path: String, isOptional: Bool = false) {
      self.path = path
      self.isOptional = isOptional
    }
  }

  /// A preset to build.
  public struct Preset: Hashable, Sendable {
    /// The name: ASCII, up to 20 characters.
    public var name: String
    /// The bank; 128 for percussion.
    public var bank: UInt16
    /// The MIDI program, 0…127.
    public var program: UInt16
    /// The settings for its recordings.
    public var settings: Settings
    /// Whether it is a preset of another recipe, which an earlier preset of the same number
    /// replaces.
    package var isUsed = false

    /// Creates a preset.
    public init(_ name: String, bank: UInt16, program: UInt16, settings: Settings = Settings()) {
      self.name = name
      self.bank = bank
      self.program = program
      self.settings = settings
    }
  }

  /// The settings for a preset's recordings.
  public struct Settings: Hashable, Sendable {
    var folderList = InheritedList<Folder>()
    var fileList = InheritedList<String>()
    var exclusionList = InheritedList<String>()
    var rootList = InheritedList<Root>()
    var layerList = InheritedList<LayerRule>()
    package var rootChoice = Roots.agreed
    package var tones = Tones.measured
    package var onsets = Onsets.trim
    /// The maximum time from note-on to the attack; `nil` for 35 ms, or 12 ms if tones decay.
    package var attackSeconds: Double?
    /// `nil` for even levels, or the recorded ones of a drum kit.
    package var levelChoice: LevelChoice?
    /// The K-weighted level of the preset at velocity 127, in decibels.
    package var levelDecibels = -14.0
    package var dynamics = Dynamics.standard
    package var takes = Takes.best
    package var scales = Scales.split
    /// The semitones up to which a layer owns a key; `nil` for 2, or half the largest gap of the
    /// layer with the most recordings.
    package var reach: Int?
    /// The octave of key 60 in names.
    public var middleC = 4
    /// The key range of the preset.
    public var keys: ClosedRange<UInt8> = 0...127
    package var loops = Loops.find
    /// The release time from full level to −100 dB, in seconds.
    public var releaseSeconds = 0.3

    /// Creates the default settings.
    public init() {}

    /// The folders of the recordings, relative to the recipe; its own folder if empty.
    public var folders: [String] {
      get { folderList.all.map { $0.path } }
      set { folderList = InheritedList(newValue.map { Folder(path: $0) }) }
    }

    /// The folders, and whether they may be absent.
    package var allFolders: [Folder] { folderList.all }

    /// Moves the folders into another one.
    mutating func moveFolders(into parent: String) {
      if folderList.isEmpty {
        folderList.append(Folder(path: parent, isOptional: true))
      } else {
        folderList = InheritedList(
          folderList.all.map {
            let isAbsolute = $0.path.utf8.first == 0x2F
            return Folder(path: isAbsolute ? $0.path : "\(parent)/\($0.path)", isOptional: true)
          })
      }
    }

    /// Patterns of file names; all audio files if empty.
    public var files: [String] {
      get { fileList.all }
      set { fileList = InheritedList(newValue) }
    }

    /// Patterns of file names to exclude.
    public var excluded: [String] {
      get { exclusionList.all }
      set { exclusionList = InheritedList(newValue) }
    }

    package var roots: [Root] {
      get { rootList.all }
      set { rootList = InheritedList(newValue) }
    }

    /// Settings that begin with these, and share the storage of their lists.
    var heir: Settings {
      var heir = self
      heir.folderList = folderList.heir
      heir.fileList = fileList.heir
      heir.exclusionList = exclusionList.heir
      heir.rootList = rootList.heir
      heir.layerList = layerList.heir
      return heir
    }

    /// Returns whether the preset uses the file called `name`.
    public func includes(_ name: String) -> Bool {
      (fileList.isEmpty || fileList.first { PresetPattern.matches(name, $0) } != nil)
        && exclusionList.first { PresetPattern.matches(name, $0) } == nil
    }

    /// Returns the layer that the recipe declares for the file called `name`.
    package func layer(of name: String) -> VelocityLayer? {
      layerList.first { PresetPattern.matches(name, $0.file) }?.layer
    }

    /// Returns the root key that the recipe declares for the file called `name`.
    public func root(of name: String) -> UInt8? {
      rootList.first { PresetPattern.matches(name, $0.file) }?.key
    }
  }

  /// The name of the bank.
  public var name = "Built bank"
  /// Strings of the INFO list, such as the copyright.
  package var information: [SoundFontContents.Information] = []
  /// The sample format: 16 or 24 bits.
  public var bits = 16
  /// The presets.
  public var presets: [Preset] = []

  /// Creates a recipe without presets.
  public init() {}

  /// Parses a recipe in the format above. Throws if a line is invalid, or without a preset.
  public init(parsing text: String) throws(RecipeError) {
    try self.init(parsing: text) { _ in nil }
  }

  /// Parses a recipe that uses presets of others.
  ///
  /// - Parameter file: Returns the text of another recipe by the path in the recipe; `nil` if it
  ///   cannot be read. The names of the recipes in Peach precede files.
  package init(
    parsing text: String, reading file: @escaping (String) -> String?
  ) throws(RecipeError) {
    var reader = BuildRecipeReader(reading: file)
    self = try reader.read(text)
  }
}
