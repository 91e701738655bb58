import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// The presets and keys that a song uses.
struct SongPresets {
  private struct Usage {
    var identifier: PresetIdentifier
    var usedKeys = UsedKeys()
  }

  private var usages: [Usage] = []
  /// The preset that each channel plays first, as an index of `usages`.
  private var firstUsages: [(channel: UInt8, usage: Int)] = []
  /// The note-ons of a song with one port; their presets are indices of `usages`.
  private var triggers: [NoteTrigger] = []
  /// Whether `triggers` has all notes that can become active.
  private var isComplete = true

  /// Follows the song's bank selects, programs and note-ons, in the synthesizer's configuration.
  init(_ file: MIDIFile, configuration: SynthesizerConfiguration) {
    let bytes = SongBytes(file)
    for port in 0..<file.portMap.count {
      let followed = FollowedPort(port, of: file, bytes: bytes, configuration: configuration)
      let indices = followed.usages.map { add($0.usedKeys, of: $0.identifier) }
      for (channel, usage) in followed.firstUsages {
        firstUsages.append((channel + 16 * UInt8(port), indices[usage]))
      }
      if port == 0 { triggers = followed.triggers }
      isComplete = isComplete && followed.isComplete && file.portMap.count == 1
    }
  }

  /// Adds used keys of a preset and returns the index of its usage.
  private mutating func add(_ usedKeys: UsedKeys, of identifier: PresetIdentifier) -> Int {
    let index = usages.firstIndex { $0.identifier == identifier } ?? usages.count
    if index == usages.count { usages.append(Usage(identifier: identifier)) }
    usages[index].usedKeys.formUnion(usedKeys)
    return index
  }

  /// Returns the song's presets in the banks, substitutes included, and their used keys.
  func presets(in banks: SearchedBanks) -> [(entry: BankStack.Entry, usedKeys: UsedKeys)] {
    var presets: [(index: Int, usedKeys: UsedKeys)] = []
    func add(_ index: Int, _ usage: Usage) {
      if let known = presets.firstIndex(where: { $0.index == index }) {
        presets[known].usedKeys.formUnion(usage.usedKeys)
      } else {
        presets.append((index, usage.usedKeys))
      }
    }
    for usage in usages {
      guard let index = banks.match(usage.identifier).index else { continue }
      add(index, usage)
      if let kit = banks.standardKit(for: usage.usedKeys, of: usage.identifier, index) {
        add(kit.index, Usage(identifier: BankStack.standardKit, usedKeys: kit.usedKeys))
      }
    }
    let switchesLegato = banks.switchLegato(presets.map { $0.index })
    return presets.map { (banks.entries[$0.index], switchesLegato ? .all : $0.usedKeys) }
  }

  /// Returns what the song selects, and the presets of the banks that play it.
  func usages(in banks: SearchedBanks) -> [PresetUsage] {
    let prepared = presets(in: banks)
    let used = usages.map { usage in
      let entry = banks.match(usage.identifier).index.map { banks.entries[$0] }
      let keys = prepared.first { $0.entry == entry }?.usedKeys
      return PresetUsage(
        identifier: usage.identifier, entry: entry, usedKeys: keys ?? usage.usedKeys)
    }
    // The standard kit, if it plays keys that other kits lack.
    return used
      + prepared.filter { preset in !used.contains { $0.entry == preset.entry } }.map {
        PresetUsage(
          identifier: BankStack.standardKit, entry: $0.entry, usedKeys: $0.usedKeys)
      }
  }

  /// Creates the table of the presets that were prepared for ``presets(in:)``. In a stack, each
  /// identifier of the song has its preset, because substitutes depend on the order of the banks.
  func programs(_ prepared: [PreparedPreset], in banks: SearchedBanks) -> ProgramTable {
    let own = presets(in: banks).map { $0.entry }
    let identifiers = own.map { $0.identifier }
    if banks.stack.layers.count <= 1 {
      return ProgramTable(prepared, identifiers: identifiers, isSingle: banks.isSingle)
    }
    var table: [(PreparedPreset, PresetIdentifier)] = []
    for usage in usages {
      guard let index = banks.match(usage.identifier).index,
        let preset = own.firstIndex(of: banks.entries[index])
      else { continue }
      table.append((prepared[preset], usage.identifier))
    }
    return ProgramTable(
      table.map { $0.0 } + prepared, identifiers: table.map { $0.1 } + identifiers,
      isSingle: banks.isSingle)
  }

  /// Returns the note-ons with indices into ``presets(in:)``; `nil` if others may become active.
  func triggers(in banks: SearchedBanks) -> [NoteTrigger]? {
    var indices: [Int] = []
    // For each usage, the standard kit that plays keys which its own preset lacks.
    var kits: [(preset: Int, keys: KeySet)?] = []
    for usage in usages {
      guard let index = banks.match(usage.identifier).index else {
        kits.append(nil)
        continue
      }
      if !indices.contains(index) { indices.append(index) }
      let kit = banks.standardKit(for: usage.usedKeys, of: usage.identifier, index)
      if let kit, !indices.contains(kit.index) { indices.append(kit.index) }
      kits.append(
        kit.flatMap { kit in
          indices.firstIndex(of: kit.index).map { ($0, kit.usedKeys.keys) }
        })
    }
    if !isComplete || banks.switchLegato(indices) { return nil }
    let presetOfUsage = usages.map { usage in
      banks.match(usage.identifier).index.flatMap { indices.firstIndex(of: $0) }
    }
    return triggers.map { trigger in
      var preset = trigger.preset.flatMap { presetOfUsage[$0] }
      if let usage = trigger.preset, let kit = kits[usage], kit.keys.contains(trigger.key) {
        preset = kit.preset
      }
      return NoteTrigger(preset: preset, key: trigger.key, velocity: trigger.velocity)
    }
  }

  /// Returns the preset that each channel plays first, substitutes included.
  func firstPresets(in banks: SearchedBanks) -> [(channel: UInt8, entry: BankStack.Entry)] {
    firstUsages.compactMap { channel, usage in
      banks.match(usages[usage].identifier).index.map { (channel, banks.entries[$0]) }
    }
  }

  /// Returns the presets that the song selects and the banks do not have.
  func missing(in banks: SearchedBanks) -> [PresetIdentifier] {
    usages.map { $0.identifier }.filter { !banks.match($0).isExact }
  }
}

/// The presets of a stack of banks, for searches.
struct SearchedBanks {
  let stack: BankStack
  let entries: [BankStack.Entry]
  private let countOfLayer: [Int]

  init(_ stack: BankStack) {
    self.stack = stack
    entries = stack.entries
    var counts = [Int](repeating: 0, count: stack.layers.count)
    for entry in entries { counts[entry.layer] += 1 }
    countOfLayer = counts
  }

  /// Whether the banks have only one preset, which substitutes for all others.
  var isSingle: Bool { entries.count == 1 }

  /// Returns the preset of the first bank that has it, or else its substitute.
  func match(_ identifier: PresetIdentifier) -> PresetMatch {
    var first = 0
    for (index, layer) in stack.layers.enumerated() where stack.layers.count > 1 {
      var match = PresetMatch(
        bank: identifier.bank, program: identifier.program, isSingle: false,
        acceptsAnyBank: layer.substitutesFirst)
      let end = first + (countOfLayer[index])
      for entry in first..<end {
        let own = entries[entry].identifier
        match.consider(bank: own.bank, program: own.program, at: entry)
      }
      if match.isExact || layer.substitutesFirst && match.index != nil { return match }
      first = end
    }
    var match = PresetMatch(
      bank: identifier.bank, program: identifier.program, isSingle: isSingle)
    for (index, entry) in entries.enumerated() {
      match.consider(bank: entry.identifier.bank, program: entry.identifier.program, at: index)
    }
    return match
  }

  /// Returns the standard kit, and the keys that it plays because another kit lacks them.
  func standardKit(
    for usedKeys: UsedKeys, of identifier: PresetIdentifier, _ index: Int
  ) -> (index: Int, usedKeys: UsedKeys)? {
    guard identifier.bank >= BankStack.standardKit.bank,
      let kit = match(BankStack.standardKit).index, kit != index
    else { return nil }
    let entry = entries[index]
    let bank = stack.layers[entry.layer].bank
    let regions = bank.regions(ofPresetAt: entry.preset)
    let missing = bank.missingRegions(ofPresetAt: entry.preset)
    return usedKeys.missing(of: regions, missing).map { (kit, $0) }
  }

  /// Whether a preset sets the legato pedal (controller 68), which the analysis does not see.
  func switchLegato(_ presets: [Int]) -> Bool {
    presets.contains { stack[entries[$0]].controllers.contains { $0.controller == 68 } }
  }
}

/// A note-on of a song and the preset that plays it.
struct NoteTrigger: BitwiseCopyable {
  /// The index of the preset among those that the song uses; `nil` if the banks do not have it.
  var preset: Int?
  var key: UInt8
  /// The velocity after the channel's velocity response, 0 through 127.
  var velocity: UInt8
}
