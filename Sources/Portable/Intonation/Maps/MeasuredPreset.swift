package import PeachInstrumentModel
package import PeachMusicUnits

/// A preset's regions with their measured pitches and corrections.
package struct MeasuredPreset: Sendable {
  package var regions: [Region]
  /// The measurement of each region; `nil` if it has no measurable sample.
  package var measurements: [PitchMeasurement?]
  /// The correction of each region; 0 cents for regions with the same pitch on all keys.
  package var corrections: [RegionCorrection]

  package init(_ regions: [Region], in bank: SoundBank, map: IntonationMap) {
    self.regions = regions
    measurements = regions.map { map[RegionSample($0)] }
    corrections = map.corrections(of: regions, in: bank)
    for index in regions.indices where regions[index].generators[.scaleTuning] == 0 {
      corrections[index].cents = 0
    }
  }

  /// Returns the correction of each region in cents, if some of them play straight tones.
  ///
  /// - Parameters:
  ///   - map: The pitches of the samples that play as recorded.
  ///   - straightPitches: The pitch of each region's straight tone; `nil` for its sample.
  package static func corrections(
    of regions: [Region], in bank: SoundBank, map: IntonationMap, straightPitches: [Frequency?]
  ) -> [Double] {
    var map = map
    for (region, pitch) in zip(regions, straightPitches) {
      guard let pitch else { continue }
      map[RegionSample(region)] = PitchMeasurement(
        kind: .periodicLoop, frequency: pitch, uncertaintyCents: 0.01)
    }
    let corrections = MeasuredPreset(regions, in: bank, map: map).corrections
    return regions.indices.map { index in
      let correction = corrections[index]
      // A sample may be a part of several recordings, of which the map has one.
      guard correction.status == .applied || correction.status == .appliedAside,
        let own = straightPitches[index], let known = map[RegionSample(regions[index])]?.frequency
      else { return correction.cents }
      return correction.cents - own.interval(from: known).value
    }
  }

  /// Returns the intonation before and after the applied cents of each region, or the corrections.
  package func intonation(appliedCents: [Double]? = nil) -> PresetIntonation {
    PresetIntonation(
      regions: regions, corrections: corrections, measurements: measurements,
      appliedCents: appliedCents)
  }
}
