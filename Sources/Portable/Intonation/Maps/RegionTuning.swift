package import PeachInstrumentModel
package import PeachMusicUnits

/// The tuning of a region as declared by its file.
struct RegionTuning: Hashable {
  var rootKey: Double
  var cents: Double
  /// The contribution of coarse tuning, in cents.
  var transposition: Double

  init(_ region: Region, sample: Sample) {
    let overriding = region.generators[.overridingRootKey]
    rootKey = overriding >= 0 ? Double(overriding) : Double(sample.rootKey)
    transposition = 100 * Double(region.generators[.coarseTune])
    cents = sample.correctionCents + Double(region.generators[.fineTune]) + transposition
    cents += region.sustainedPitchCents
  }

  /// The declared pitch of the sample at its original sample rate.
  var nominal: Frequency { FrequencyCalculation.frequency(noteNumber: rootKey - cents / 100) }

  /// Returns the playback speed at a key; 1 for the sample's original pitch.
  func speed(key: Double, of region: Region) -> Double {
    let played = (key - rootKey) * Double(region.generators[.scaleTuning]) + cents
    return Exponential.exp2(min(max(played / 1200, -20), 20))
  }

  /// The keys of a region within those of a piano.
  static func keys(of region: Region) -> ClosedRange<UInt8> {
    let lowest = min(max(region.keys.lowerBound, 21), region.keys.upperBound)
    return lowest...max(min(region.keys.upperBound, 108), lowest)
  }

  func errorCents(_ frequency: Frequency) -> Double { frequency.interval(from: nominal).value }
}

extension Region {
  /// Returns the pitch that the file declares for the region's sample, at its original sample rate.
  package func declaredPitch(of sample: Sample) -> Frequency {
    RegionTuning(self, sample: sample).nominal
  }
}
