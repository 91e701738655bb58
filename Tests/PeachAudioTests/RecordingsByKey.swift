import PeachMusicUnits
import PeachServices

/// The samples that the keys of a preset play.
struct RecordingsByKey {
  private let regions: [Region]

  init(_ preset: BankPreset) { regions = preset.bank.regions(ofPresetAt: preset.index) }

  /// The samples of a key at the velocity of trials, half of the maximum.
  subscript(key: UInt8) -> Set<Int> {
    Set(regions.filter { $0.keys.contains(key) && $0.velocities.contains(64) }.map(\.sample))
  }

  /// The samples of the key nearest to a frequency.
  subscript(frequency: Frequency) -> Set<Int> {
    self[FrequencyCalculation.midiNoteAndCents(frequency: frequency).note.number]
  }

  /// Returns the keys whose next key plays other samples.
  func borders(within keys: ClosedRange<UInt8>) -> [UInt8] {
    keys.dropLast().filter { key in
      let (own, next) = (self[key], self[key + 1])
      return !own.isEmpty && !next.isEmpty && own != next
    }
  }
}
