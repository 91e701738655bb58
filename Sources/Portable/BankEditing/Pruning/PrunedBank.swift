public import PeachInstrumentFiles

/// A bank of which only some presets are left, and nothing that they do not need.
///
/// What is left sounds as before, to the bit, unless the recipe asks for less.
///
/// ```swift
/// let recipe = try PruningRecipe(parsing: "keep 0:42 as Cello")
/// let pruned = try PrunedBank(font.contents(), recipe: recipe)
/// try SoundFontWriter(pruned.contents).write(to: "cello.sf2")
/// ```
public struct PrunedBank: Sendable {
  /// A preset that is left.
  public struct KeptPreset: Hashable, Sendable {
    /// Its bank.
    public var bank: UInt16
    /// Its program.
    public var program: UInt16
    /// Its name now.
    public var name: String
    /// Its name before.
    public var oldName: String
    /// Bytes of the recordings that it plays, some of which others may play too.
    public var recordingByteCount: Int
  }

  /// How much there is in a bank.
  public struct Size: Hashable, Sendable {
    /// Presets.
    public var presetCount: Int
    /// Instruments.
    public var instrumentCount: Int
    /// Samples.
    public var sampleCount: Int
    /// Bytes of recordings, each counted once.
    public var recordingByteCount: Int

    init(_ contents: SoundFontContents) {
      presetCount = contents.presets.count
      instrumentCount = contents.instruments.count
      sampleCount = contents.samples.count
      recordingByteCount = Set(contents.samples.map { $0.recording }).reduce(0) {
        $0 + $1.byteCount
      }
    }
  }

  /// What is left, to be written.
  public private(set) var contents: SoundFontContents
  /// The presets, in the order of ``contents``.
  public private(set) var presets: [KeptPreset]
  /// What there was.
  public let before: Size
  /// What there is.
  public private(set) var after: Size
  /// Bytes saved where recordings that are equal became one.
  public let sharedByteCount: Int
  /// Bytes saved behind loops.
  public let trimmedByteCount: Int
  /// What a person should know, one sentence each.
  public let warnings: [String]

  /// Does what `recipe` says. `source` must be contents that can be written. Reads recordings of equal length, to compare them; nothing else of
  /// them. Not for the audio thread.
  public init(_ source: SoundFontContents, recipe: PruningRecipe) throws(PruningError) {
    before = Size(source)
    let selection = try PresetSelection(source.presets, recipe: recipe)
    var contents = source
    var warnings = selection.warnings
    contents.presets = selection.kept
    if let keys = recipe.keys { RangeRestriction.restrict(&contents, to: keys) }
    if let velocity = recipe.layer { RangeRestriction.keepLayer(&contents, at: velocity) }
    UnusedDataRemoval.strip(&contents, warnings: &warnings)
    if contents.presets.isEmpty { throw .nothingLeft }
    sharedByteCount = SampleSharing.share(&contents)
    trimmedByteCount = recipe.trimsLoops ? LoopTrimming.trim(&contents) : 0
    Self.sign(&contents, name: recipe.name)
    after = Size(contents)
    presets = Self.keptPresets(contents, selection)
    self.warnings = warnings
    self.contents = contents
  }

  /// The same presets with their samples stored in another way, compressed for example: `contents` must
  /// be ``contents`` but for its recordings. Sizes are counted anew.
  public func storing(_ contents: SoundFontContents) -> PrunedBank {
    precondition(contents.presets.count == presets.count, "These are other presets.")
    var bank = self
    bank.contents = contents
    bank.after = Size(contents)
    for (place, preset) in contents.presets.enumerated() {
      bank.presets[place].recordingByteCount = Self.recordingByteCount(of: preset, in: contents)
    }
    return bank
  }

  /// The INFO list: the maker's texts stay, this tool is the last one that was at work (§5.11), and
  /// a ROM is named only where samples are in it (§5.4, 5.5).
  private static func sign(_ contents: inout SoundFontContents, name: String?) {
    if let name { contents.setText("INAM", name) }
    let tool = "Peach"
    let tools = contents.text("ISFT") ?? ""
    let maker = tools.utf8.prefix { $0 != 0x3A }
    let isOwn = maker.isEmpty || tools == tool
    contents.setText("ISFT", isOwn ? tool : String(decoding: maker, as: UTF8.self) + ":" + tool)
    let usesROM = contents.samples.contains {
      if case .readOnlyMemory = $0.recording { return true }
      return false
    }
    if !usesROM { contents.information.removeAll { $0.code == "irom" || $0.code == "iver" } }
  }

  private static func keptPresets(
    _ contents: SoundFontContents, _ selection: PresetSelection
  ) -> [KeptPreset] {
    var oldNames: [UInt32: FixedName] = [:]
    for (preset, name) in zip(selection.kept, selection.oldNames) {
      oldNames[number(preset)] = name
    }
    return contents.presets.map { preset in
      KeptPreset(
        bank: preset.bank, program: preset.program, name: preset.name.text,
        oldName: (oldNames[number(preset)] ?? preset.name).text,
        recordingByteCount: recordingByteCount(of: preset, in: contents))
    }
  }

  private static func recordingByteCount(
    of preset: SoundFontContents.Preset, in contents: SoundFontContents
  ) -> Int {
    let instruments = Set(preset.zones.compactMap { $0.target })
    let samples = Set(
      instruments.flatMap { contents.instruments[$0].zones.compactMap { $0.target } })
    let recordings = Set(samples.map { contents.samples[$0].recording })
    return recordings.reduce(0) { $0 + $1.byteCount }
  }

  private static func number(_ preset: SoundFontContents.Preset) -> UInt32 {
    UInt32(preset.bank) << 16 | UInt32(preset.program)
  }
}
