import PeachMusicUnits

/// The fields of a sample header that set its pitch: pitch correction for whole cents, and sample
/// rate for fractions. One hertz of 44,100 is 0.039 cents, one of 22,050 0.079. From there on, the
/// rate alone thus suffices within 0.04 cents, which FluidSynth 2.3.1 plays exactly. It rounds
/// fractional root keys, with errors up to a cent. At lower rates, a combination of cents and rate
/// is closer.
package struct SampleTuning: Hashable, Sendable {
  /// The pitch correction, in cents.
  package var pitchCorrection: Int8 = 0
  package var sampleRate: UInt32

  package init(sampleRate: UInt32) { self.sampleRate = sampleRate }

  /// Creates the tuning of a header; an invalid rate becomes 44,100 Hz.
  package init(_ header: SampleHeader) {
    pitchCorrection = header.pitchCorrection
    sampleRate = SampleReading.rates.contains(header.sampleRate) ? header.sampleRate : 44100
  }

  /// The error, in cents, up to which the rate alone is used. Half a hertz of 22,050 is 0.039.
  private var rateOnlyError: Double { sampleRate < 22_050 ? 0.02 : 0.04 }

  /// Returns the tuning nearest to `cents` above this one; ignores 1,200 cents and more.
  /// Corrections stay within −99…99 cents and rates within 400…50,000 Hz, unless already beyond
  /// (SoundFont 2.04 §7.10: others “should be avoided”).
  package func raised(by cents: Double) -> SampleTuning {
    guard abs(cents) >= 0.005, abs(cents) < 1200 else { return self }
    let ownCents = Int(pitchCorrection)
    let rates = min(sampleRate, 400)...max(sampleRate, 50000)
    func tuning(_ correction: Int) -> SampleTuning {
      let remainder = cents - Double(correction - ownCents)
      let rate = Double(sampleRate) * Exponential.exp2(remainder / 1200) + 0.5
      var tuning = self
      tuning.pitchCorrection = Int8(correction)
      tuning.sampleRate = min(max(UInt32(rate), rates.lowerBound), rates.upperBound)
      return tuning
    }
    let rateOnly = tuning(0)
    if abs(rateOnly.cents(above: self) - cents) <= rateOnlyError { return rateOnly }
    let whole = ownCents + Int(cents + (cents < 0 ? -0.5 : 0.5))
    var best = self
    var smallestError = abs(cents)
    for step in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] {
      let candidate = tuning(min(max(whole + step, min(ownCents, -99)), max(ownCents, 99)))
      let error = abs(candidate.cents(above: self) - cents)
      // Prefers smaller changes of the header unless a larger one is noticeably closer.
      if error < smallestError - 0.003 {
        smallestError = error
        best = candidate
      }
    }
    return best
  }

  /// Returns the interval above another tuning, in cents.
  package func cents(above other: SampleTuning) -> Double {
    Double(pitchCorrection) - Double(other.pitchCorrection)
      + 1200 * Exponential.log2(Double(sampleRate) / Double(other.sampleRate))
  }
}
