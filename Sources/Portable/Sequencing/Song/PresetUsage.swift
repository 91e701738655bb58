package import PeachInstrumentModel
package import PeachMIDIEvents
package import PeachSynthesis

/// A preset that a song selects, and its notes.
package struct PresetUsage: Sendable {
  /// The numbers by which the song selects it.
  package var identifier: PresetIdentifier
  /// The preset that plays, or substitutes; `nil` if the notes are silent.
  package var entry: BankStack.Entry?
  /// The keys and velocities that the song plays.
  package var usedKeys: UsedKeys
}

extension MIDIFile {
  /// Returns the presets that the song plays of banks.
  package func presetUsages(in banks: BankStack) -> [PresetUsage] {
    let searched = SearchedBanks(banks)
    return SongPresets(self, configuration: SynthesizerConfiguration()).usages(in: searched)
  }
}
