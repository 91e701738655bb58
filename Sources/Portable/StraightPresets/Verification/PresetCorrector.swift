package import PeachInstrumentModel
import PeachIntonation
import PeachSynthesis

/// Corrects the pitch of presets on the calling thread, without a cache. A preset takes about 0.1 s
/// for its recordings, and 10 ms for each key that is verified. Use from one thread at a time; not
/// on the audio thread.
///
/// ```swift
/// let inTune = try PresetCorrector().correct(presetAt: 42, of: bank, decoder: nil)
/// let cello = try InstrumentLoader(bank: bank).prepare(presetAt: 42, as: inTune)
/// ```
package final class PresetCorrector {
  private let estimator = PitchEstimator()

  package init() {}

  /// Returns how the regions of a preset are played: as recorded, with corrected mean pitch, which
  /// notes have as far as it does not make them less in tune. Percussion is not corrected.
  package func correct(
    presetAt index: Int, of bank: SoundBank, decoder: SampleDecoder?
  ) throws(SampleCodecError) -> StraightRegions {
    let preset = PresetStraightening(presetAt: index, of: bank)
    var corrected = try preset.regions(tone: .recorded, sounds: [:]) {
      regions throws(SampleCodecError) in
      var map = IntonationMap()
      try map.measure(regions, of: bank, decoder: decoder, using: self.estimator)
      return map
    }
    corrected.steadyPitch = false
    let corrections = corrected.corrections
    let loader = InstrumentLoader(
      bank: bank, decoder: decoder, interpolation: NoteRendering.interpolation)
    corrected.shares = try PitchChanges(preset.regions, corrections: corrections).verified(
      knowing: NoteShares()
    ) { share throws(SampleCodecError) in
      try loader.prepare(
        presetAt: index, corrections: corrections.map { $0 * NoteShares.fraction(share) })
    }
    return corrected
  }

  /// Returns the inharmonicity of each of 128 keys of a preset, `nil` for unknown ones; empty if
  /// its recordings are not those of stiff strings, and for percussion.
  package func inharmonicities(
    presetAt index: Int, of bank: SoundBank, decoder: SampleDecoder?
  ) throws(SampleCodecError) -> [Double?] {
    guard bank.presets[index].bank != 128 else { return [] }
    let regions = bank.regions(ofPresetAt: index)
    var map = IntonationMap()
    try map.measure(regions, of: bank, decoder: decoder, using: estimator)
    return StringRecordings(MeasuredPreset(regions, in: bank, map: map)).inharmonicities {
      $0.map {
        StringRecordings.inharmonicity(of: $0, in: bank, decoder: decoder, using: estimator)
      }
    }
  }
}
