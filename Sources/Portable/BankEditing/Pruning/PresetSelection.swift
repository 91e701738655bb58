import PeachInstrumentFiles
import PeachInstrumentModel

/// Selects and renames the presets that a recipe keeps.
struct PresetSelection {
  /// The kept presets, by bank and program.
  private(set) var kept: [SoundFontContents.Preset] = []
  private(set) var oldNames: [FixedName] = []
  private(set) var warnings: [String] = []

  private let all: [SoundFontContents.Preset]
  private var isKept: [Bool]
  private var names: [FixedName?]
  private var missing: [String] = []

  init(_ presets: [SoundFontContents.Preset], recipe: PruningRecipe) throws(PruningError) {
    all = Self.reachable(presets)
    isKept = [Bool](repeating: recipe.choices.isEmpty, count: all.count)
    names = [FixedName?](repeating: nil, count: all.count)
    for choice in recipe.choices { try choose(choice) }
    for renaming in recipe.renamings { try rename(renaming) }
    if !missing.isEmpty { throw .missing(patterns: missing, available: all.map { Self.label($0) }) }
    for index in all.indices where isKept[index] {
      var preset = all[index]
      oldNames.append(preset.name)
      preset.name = names[index] ?? preset.name
      kept.append(preset)
    }
  }

  /// Returns the selectable presets, by bank and program. The first of two equal numbers counts.
  private static func reachable(
    _ presets: [SoundFontContents.Preset]
  ) -> [SoundFontContents.Preset] {
    var seen: Set<UInt32> = []
    let chosen = presets.filter {
      $0.program <= 127 && seen.insert(UInt32($0.bank) << 16 | UInt32($0.program)).inserted
    }
    return chosen.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  private mutating func choose(_ choice: PruningRecipe.Choice) throws(PruningError) {
    for pattern in choice.alternatives {
      let matching = all.indices.filter { pattern.matches(all[$0]) }
      if matching.isEmpty { continue }
      if let name = choice.name {
        if matching.count > 1 {
          throw .severalNamed(pattern: pattern.description, name: name, count: matching.count)
        }
        names[matching[0]] = FixedName(bytes: name.utf8)
      }
      for index in matching { isKept[index] = true }
      return
    }
    let patterns = choice.alternatives.map { $0.description }.joined(separator: ", ")
    if choice.isOptional {
      warnings.append("The bank lacks the optional preset \(patterns).")
    } else {
      missing.append(patterns)
    }
  }

  private mutating func rename(_ renaming: PruningRecipe.Renaming) throws(PruningError) {
    let matching = all.indices.filter { isKept[$0] && renaming.pattern.matches(all[$0]) }
    if matching.count > 1 {
      throw .severalNamed(
        pattern: renaming.pattern.description, name: renaming.name, count: matching.count)
    }
    guard let index = matching.first else {
      missing.append(renaming.pattern.description)
      return
    }
    names[index] = FixedName(bytes: renaming.name.utf8)
  }

  /// `0:42 Cello`
  static func label(_ preset: SoundFontContents.Preset) -> String {
    "\(preset.bank):\(preset.program) \(preset.name.text)"
  }
}
