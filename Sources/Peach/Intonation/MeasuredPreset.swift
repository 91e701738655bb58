import PeachInstrumentModel
import PeachIntonation

/// A preset's regions with their measured pitches and what to add to each.
struct MeasuredPreset: Sendable {
  var regions: [Region]
  /// In the regions' order; nil where there is nothing to measure.
  var measurements: [PitchMeasurement?]
  /// In the regions' order. Regions of one pitch on all keys are left as they are.
  var corrections: [RegionCorrection]

  /// What `map` knows of the `regions` of a melodic preset of `bank`.
  init(_ regions: [Region], in bank: SoundBank, map: IntonationMap) {
    self.regions = regions
    measurements = regions.map { map[RegionRecording($0)] }
    corrections = map.corrections(of: regions, in: bank)
    for index in regions.indices where regions[index].generators[.scaleTuning] == 0 {
      corrections[index].cents = 0
    }
  }

  /// Its notes before and after, with `appliedCents` for each region where that is not just what is
  /// to be added.
  func intonation(appliedCents: [Double]? = nil) -> PresetIntonation {
    PresetIntonation(
      regions: regions, corrections: corrections, measurements: measurements,
      appliedCents: appliedCents)
  }
}
