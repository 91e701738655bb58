import PeachInstrumentModel
import PeachMusicUnits

/// The tuning of a region as declared by its file.
struct RegionTuning {
  var rootKey: Double
  var cents: Double
  /// The contribution of coarse tuning, in cents.
  var transposition: Double

  init(_ region: Region, sample: Sample) {
    let overriding = region.generators[.overridingRootKey]
    rootKey = overriding >= 0 ? Double(overriding) : Double(sample.rootKey)
    transposition = 100 * Double(region.generators[.coarseTune])
    cents = sample.correctionCents + Double(region.generators[.fineTune]) + transposition
  }

  /// The declared pitch of the sample at its original sample rate.
  var nominal: Frequency { FrequencyCalculation.frequency(noteNumber: rootKey - cents / 100) }

  func errorCents(_ frequency: Frequency) -> Double { frequency.interval(from: nominal).value }
}
