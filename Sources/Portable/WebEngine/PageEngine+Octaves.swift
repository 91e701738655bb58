import PeachInstrumentModel
import PeachMusicUnits
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis
import PeachTuning
import PeachWebPage

/// Stretched octaves of the keyboard and of songs. Notes of the trainer, which have frequencies
/// instead of keys, keep them.
extension PageEngine {
  /// Stretches octaves, those of the song at the same position.
  func stretchOctaves(_ new: StretchedOctaves) {
    if new == octaves { return }
    octaves = new
    if let keyboard, keyboard.octaveCents != nil || new.octave == .off {
      use(keyboard.preset.withKeyCents(new.cents(of: keyboard.octaveCents ?? [])), style)
    } else {
      select(tag: selectedTag)
    }
    guard let song else { return }
    replacePlayer(song.banks, song.bankName, song.tunings, allKeys: song.hasAllKeys)
  }

  /// Prepares a preset of a song. One with stiff strings is in tune and has stretched octaves if
  /// that is requested.
  func prepare(
    _ entry: BankStack.Entry, _ usedKeys: UsedKeys, of banks: EngineSongBanks
  ) throws(SampleCodecError) -> PreparedPreset {
    let bank = banks.banks[entry.layer]
    guard let regions = stretchedRegions(ofPresetAt: entry.preset, of: bank) else {
      return try bank.loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
    return try bank.loader.prepare(presetAt: entry.preset, usedKeys: usedKeys, as: regions)
      .withKeyCents(octaves.cents(of: regions.octaveCents))
  }

  /// Returns `nil` if octaves are not stretched, or if the preset has no stiff strings.
  private func stretchedRegions(
    ofPresetAt index: Int, of bank: EngineBank
  ) -> StraightRegions? {
    if octaves.octave == .off || bank.isStraight || bank.bank.presets[index].bank == 128 {
      return nil
    }
    let tag = bank.tag(ofPresetAt: index)
    if stretched[tag] == nil {
      do throws(StraighteningError) {
        let regions = try straighten(request(index, of: bank, .inTuneStretched))
        stretched.setValue(regions.octaveCents.isEmpty ? nil : regions, for: tag)
      } catch { pending.append(.note("\(bank.name): \(error.description)")) }
    }
    return stretched[tag] ?? nil
  }

  func request(
    _ index: Int, of bank: EngineBank, _ purpose: StraighteningRequest.Purpose
  ) -> StraighteningRequest {
    StraighteningRequest(
      bank: bank.bank, preset: index, files: bank.files, instrument: bank.instrument,
      decoder: decoder, purpose: purpose)
  }
}

extension StretchedOctaves {
  /// Returns the deviations of 128 keys in cents; empty for none.
  ///
  /// - Parameter curves: Those of all kinds of octaves (`StraightRegions.octaveCents`).
  func cents(of curves: [Double]) -> [Double] {
    guard let stretch = OctaveStretch.Octave(rawValue: octave.rawValue),
      let index = OctaveStretch.Octave.allCases.firstIndex(of: stretch),
      curves.count >= 128 * (index + 1)
    else { return [] }
    return curves[128 * index..<128 * (index + 1)].map { min(max(percent / 100 * $0, -200), 200) }
  }
}

/// The preset of the keyboard.
struct KeyboardPreset {
  let preset: PreparedPreset
  /// The stretch of its octaves (`StraightRegions.octaveCents`); `nil` if it is not known.
  let octaveCents: [Double]?
}
