package import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// Straightens presets on the calling thread, without a cache. A preset takes about 10 ms per
/// second of its recordings and channel. Use from one thread at a time; not on the audio thread.
///
/// ```swift
/// let straight = try PresetStraightener().straighten(presetAt: 42, of: bank, decoder: nil)
/// let cello = try InstrumentLoader(bank: bank).prepare(presetAt: 42, as: straight)
/// ```
package final class PresetStraightener {
  private let straightener = ToneStraightener()
  private let estimator = PitchEstimator()

  package init() {}

  /// Returns how the regions of a preset are played: straight and in tune, or with corrected mean
  /// pitch if the preset cannot be straightened.
  ///
  /// - Parameter smoothsLevels: Whether the levels of the partials are smoothed.
  package func straighten(
    presetAt index: Int, of bank: SoundBank, smoothsLevels: Bool = false, decoder: SampleDecoder?
  ) throws(SampleCodecError) -> StraightRegions {
    var preset = PresetStraightening(
      presetAt: index, of: bank, smoothsLevels: smoothsLevels)
    var tones: [Int: StraightTone] = [:]
    func straighten(_ number: Int) throws(SampleCodecError) {
      if tones[number] != nil { return }
      tones[number] = try preset.recordings.recordings[number].straightened(
        in: bank, decoder: decoder, using: straightener)
    }
    var votes: [ToneVerdict] = []
    for number in preset.voters {
      try straighten(number)
      if let tone = tones[number] { votes.append(tone.verdict) }
    }
    let tone = preset.tone(votes)
    var sounds: [Int: StraightSound] = [:]
    let isPlucked = preset.isPlucked(votes)
    if isPlucked {
      preset = preset.plucked
      tones = [:]
    }
    if tone == .straight || isPlucked {
      for number in preset.recordings.recordings.indices {
        try straighten(number)
        if let tone = tones.removeValue(forKey: number) { sounds[number] = StraightSound(tone) }
      }
    }
    return try preset.regions(tone: tone, sounds: sounds) { regions throws(SampleCodecError) in
      var map = IntonationMap()
      try map.measure(regions, of: bank, decoder: decoder, using: self.estimator)
      return map
    }
  }
}
