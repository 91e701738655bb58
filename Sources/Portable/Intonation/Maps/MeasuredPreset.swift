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

  /// Creates a preset whose regions may play straight tones.
  ///
  /// - Parameters:
  ///   - map: The pitches of the samples that play as recorded.
  ///   - straightPitches: The pitch of each region's straight tone; `nil` for its sample.
  package init(
    _ regions: [Region], in bank: SoundBank, map: IntonationMap, straightPitches: [Frequency?]
  ) {
    var map = map
    for (region, pitch) in zip(regions, straightPitches) {
      guard let pitch else { continue }
      map[RegionSample(region)] = PitchMeasurement(
        kind: .periodicLoop, frequency: pitch, uncertaintyCents: 0.01)
    }
    self.init(regions, in: bank, map: map)
    for index in regions.indices {
      // A sample may be a part of several recordings; the map has one of them.
      guard let own = straightPitches[index], let known = measurements[index]?.frequency,
        corrections[index].status == .applied || corrections[index].status == .appliedAside
      else { continue }
      let cents = own.interval(from: known).value
      corrections[index].cents -= cents
      corrections[index].errorCents += cents
    }
  }

  /// Returns the intonation of some keys before and after the applied cents of each region, or the
  /// corrections.
  ///
  /// - Parameter windowCents: The largest deviation of 100 ms of each region that plays a straight
  ///   tone.
  package func intonation(
    appliedCents: [Double]? = nil, windowCents: [Double?]? = nil,
    keys: ClosedRange<UInt8> = 0...127
  ) -> PresetIntonation {
    PresetIntonation(
      regions: regions, corrections: corrections, measurements: measurements,
      appliedCents: appliedCents, windowCents: windowCents, keys: keys)
  }
}
