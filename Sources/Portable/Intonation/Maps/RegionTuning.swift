import PeachInstrumentModel
import PeachMusicUnits

/// The pitch a file says a region has: what the engine takes it for.
struct RegionTuning {
  /// The key at which the recording sounds as it is, but for ``cents``.
  var rootKey: Double
  /// What the file adds to the recording's pitch, all told.
  var cents: Double
  /// The part of it in whole semitones that the region's coarse tuning adds.
  var transposition: Double

  init(_ region: Region, sample: Sample) {
    let overriding = region.generators[.overridingRootKey]
    rootKey = overriding >= 0 ? Double(overriding) : Double(sample.rootKey)
    transposition = 100 * Double(region.generators[.coarseTune])
    cents = sample.correctionCents + Double(region.generators[.fineTune]) + transposition
  }

  /// What the recording would sound at, at its own rate, if the file were right.
  var nominal: Frequency {
    FrequencyCalculation.frequency(noteNumber: rootKey - cents / 100)
  }

  /// How far above its keys the region sounds if the recording sounds at `frequency`.
  func errorCents(_ frequency: Frequency) -> Double {
    frequency.interval(from: nominal).value
  }
}
