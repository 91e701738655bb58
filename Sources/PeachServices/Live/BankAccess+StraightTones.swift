import PeachInstrumentModel
public import PeachPlugIn
import PeachStraightPresets

extension BankAccess {
  /// Returns the same access, whose presets are corrected and straightened on all processors, with
  /// the caches of players.
  ///
  /// ```swift
  /// let unit = SamplerUnit(access: .files().straightening())
  /// try unit.set(1, ofParameterAt: UnitMode.straightTone.rawValue)
  /// try unit.load("FluidR3_GM.sf2", usingPreset: 42)
  /// ```
  ///
  /// - Parameters:
  ///   - straightTones: The cache of straight tones.
  ///   - intonation: The pitch corrections of presets that stay as recorded, and the inharmonicity
  ///     of those whose octaves are stretched.
  public func straightening(
    with straightTones: StraightToneCache = StraightToneCache(),
    intonation: IntonationCache = IntonationCache()
  ) -> BankAccess {
    var access = self
    access.straighten = { bank, index, isSmooth throws(SampleCodecError) in
      try StraightPreset(
        BankPreset(bank: bank, index: index),
        NoteOptions(
          intonation: intonation, tone: .straight(smoothsLevels: isSmooth),
          straightTones: straightTones)
      ).straightRegions()
    }
    access.correct = { bank, index throws(SampleCodecError) in
      try BankPreset(bank: bank, index: index).correctedRegions(intonation)
    }
    access.inharmonicities = { bank, index throws(SampleCodecError) in
      try intonation.inharmonicities(of: BankPreset(bank: bank, index: index)) ?? []
    }
    return access
  }
}
