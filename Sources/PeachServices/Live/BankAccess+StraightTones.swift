import PeachInstrumentModel
public import PeachPlugIn
import PeachStraightPresets
public import PeachTuning

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
  ///   - intonation: The pitch corrections of presets that stay as recorded.
  public func straightening(
    with straightTones: StraightToneCache = StraightToneCache(),
    intonation: IntonationCache = IntonationCache()
  ) -> BankAccess {
    straightening(with: straightTones, intonation: intonation, stretch: nil)
  }

  /// Returns an access as ``straightening(with:intonation:)`` whose presets have stretched octaves.
  ///
  /// - Parameter stretch: The stretch of stringed presets that are in tune or straight; `nil` for
  ///   none.
  public func straightening(
    with straightTones: StraightToneCache = StraightToneCache(),
    intonation: IntonationCache = IntonationCache(), stretch: OctaveStretch?
  ) -> BankAccess {
    var access = self
    access.straighten = { bank, index, isSmooth throws(SampleCodecError) in
      let preset = BankPreset(bank: bank, index: index)
      var regions = try StraightPreset(
        preset,
        NoteOptions(
          intonation: intonation, tone: .straight(smoothsLevels: isSmooth),
          straightTones: straightTones)
      ).straightRegions()
      regions.stretchCents = try preset.stretchCents(stretch, intonation)
      return regions
    }
    access.correct = { bank, index throws(SampleCodecError) in
      let preset = BankPreset(bank: bank, index: index)
      var regions = try preset.correctedRegions(intonation)
      regions.stretchCents = try preset.stretchCents(stretch, intonation)
      return regions
    }
    return access
  }
}
