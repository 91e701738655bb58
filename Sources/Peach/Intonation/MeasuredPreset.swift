import PeachInstrumentModel
import PeachIntonation

/// A preset's regions with their measured pitches and corrections.
struct MeasuredPreset: Sendable {
  var regions: [Region]
  /// The measurement of each region; `nil` if it has no measurable sample.
  var measurements: [PitchMeasurement?]
  /// The correction of each region; 0 cents for regions with the same pitch on all keys.
  var corrections: [RegionCorrection]

  init(_ regions: [Region], in bank: SoundBank, map: IntonationMap) {
    self.regions = regions
    measurements = regions.map { map[RegionSample($0)] }
    corrections = map.corrections(of: regions, in: bank)
    for index in regions.indices where regions[index].generators[.scaleTuning] == 0 {
      corrections[index].cents = 0
    }
  }

  /// Returns the intonation before and after the applied cents of each region, or the corrections.
  func intonation(appliedCents: [Double]? = nil) -> PresetIntonation {
    PresetIntonation(
      regions: regions, corrections: corrections, measurements: measurements,
      appliedCents: appliedCents)
  }
}
