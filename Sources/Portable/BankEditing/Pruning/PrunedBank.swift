package import PeachInstrumentFiles
import PeachMusicUnits

/// A bank reduced to selected presets and the data that they use. The output of the kept presets is
/// bit-identical, unless the recipe restricts keys or layers.
///
/// ```swift
/// let recipe = try PruningRecipe(parsing: "keep 0:42 as Cello")
/// try PrunedBank(contentsOf: "my.sf2", recipe: recipe).write(to: "cello.sf3")
/// ```
public struct PrunedBank: Sendable {
  package struct KeptPreset: Hashable, Sendable {
    package var bank: UInt16
    package var program: UInt16
    package var name: String
    package var oldName: String
    /// The size of its samples in bytes, including samples shared with other presets.
    package var sampleByteCount: Int
  }

  package struct Size: Hashable, Sendable {
    package var presetCount: Int
    package var instrumentCount: Int
    package var sampleCount: Int
    /// The size of all samples in bytes; shared bytes count once.
    package var sampleByteCount: Int

    init(_ contents: SoundFontContents) {
      presetCount = contents.presets.count
      instrumentCount = contents.instruments.count
      sampleCount = contents.samples.count
      sampleByteCount = PrunedBank.byteCount(contents.samples)
    }
  }

  package private(set) var contents: SoundFontContents
  /// The presets, in the order of ``contents``.
  package private(set) var presets: [KeptPreset]
  package let before: Size
  package private(set) var after: Size
  /// The number of bytes saved by storing equal samples once.
  package let sharedByteCount: Int
  /// The number of bytes saved by trimming loops.
  package let trimmedByteCount: Int
  /// Messages about the parts of the recipe that had no effect.
  public let warnings: [String]

  /// Applies a recipe to `source`, which must be valid for writing. Reads samples of equal size to
  /// compare them, and no other samples. Not for the audio thread.
  package init(_ source: SoundFontContents, recipe: PruningRecipe) throws(PruningError) {
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

  /// Returns the bank with `contents`, which differ from ``contents`` in their sample data only.
  package func storing(_ contents: SoundFontContents) -> PrunedBank {
    precondition(contents.presets.count == presets.count, "The presets differ.")
    var bank = self
    bank.contents = contents
    bank.after = Size(contents)
    for (index, preset) in contents.presets.enumerated() {
      bank.presets[index].sampleByteCount = Self.sampleByteCount(of: preset, in: contents)
    }
    return bank
  }

  /// Updates the INFO list: adds this tool (§5.11), and removes the ROM if unused (§5.4, 5.5).
  private static func sign(_ contents: inout SoundFontContents, name: String?) {
    if let name { contents.setText("INAM", name) }
    let tool = "Peach"
    let tools = contents.text("ISFT") ?? ""
    let creator = tools.utf8.prefix { $0 != 0x3A }
    let isOwn = creator.isEmpty || tools == tool
    contents.setText("ISFT", isOwn ? tool : String(decoding: creator, as: UTF8.self) + ":" + tool)
    let usesROM = contents.samples.contains {
      if case .readOnlyMemory = $0.recording { true } else { false }
    }
    if !usesROM { contents.information.removeAll { $0.code == "irom" || $0.code == "iver" } }
  }

  private static func keptPresets(
    _ contents: SoundFontContents, _ selection: PresetSelection
  ) -> [KeptPreset] {
    let oldNames = Dictionary(
      uniqueKeysWithValues: zip(selection.kept.map { number($0) }, selection.oldNames))
    return contents.presets.map { preset in
      KeptPreset(
        bank: preset.bank, program: preset.program, name: preset.name.text,
        oldName: (oldNames[number(preset)] ?? preset.name).text,
        sampleByteCount: sampleByteCount(of: preset, in: contents))
    }
  }

  private static func sampleByteCount(
    of preset: SoundFontContents.Preset, in contents: SoundFontContents
  ) -> Int {
    let instruments = Set(preset.zones.compactMap { $0.target })
    let samples = Set(
      instruments.flatMap { contents.instruments[$0].zones.compactMap { $0.target } })
    return byteCount(samples.map { contents.samples[$0] })
  }

  /// Returns the size of the data of samples. Shared bytes count once.
  private static func byteCount(_ samples: [SoundFontContents.Sample]) -> Int {
    Set(samples.map { $0.recording }).reduce(0) { $0 + $1.byteCount }
  }

  private static func number(_ preset: SoundFontContents.Preset) -> UInt32 {
    UInt32(preset.bank) << 16 | UInt32(preset.program)
  }
}

/// The reason why a recipe does not apply to a bank. `\(error)` is a message.
public enum PruningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bank has none of these presets. `available` lists those that it has.
  case missing(patterns: [String], available: [String])
  /// Several presets match a pattern that names a single one.
  case severalNamed(pattern: String, name: String, count: Int)
  /// No playable preset would remain.
  case nothingLeft

  /// The message.
  public var description: String {
    switch self {
    case .missing(let patterns, let available):
      "The bank has no preset \(patterns.joined(separator: "; "))."
        + Self.suggestion(patterns, available)
    case .severalNamed(let pattern, let name, let count):
      "\(count) presets match \(pattern), but only one can be named \"\(name)\"."
    case .nothingLeft: "No playable preset would remain."
    }
  }

  /// The maximum number of presets in a message.
  private static var listLimit: Int { 8 }

  /// Returns the names that the patterns resemble, or else some presets, after a space.
  private static func suggestion(_ patterns: [String], _ available: [String]) -> String {
    // Without the numbers of `0:42 Cello`.
    let names = available.map { text in
      String(text.drop { $0 != " " }.drop { $0 == " " })
    }
    var nearest: [String] = []
    for pattern in patterns {
      let words = pattern.filter { $0 != "*" && $0 != "?" }
      for name in EditDistance.nearest(to: words, in: names) where !nearest.contains(name) {
        nearest.append(name)
      }
    }
    if !nearest.isEmpty {
      return " Did you mean \(nearest.map { "\"\($0)\"" }.joined(separator: " or "))?"
    }
    let rest = available.count - listLimit
    return " Available presets: \(available.prefix(listLimit).joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more." : ".")
  }
}
