import PeachMusicUnits

/// A sample header's two numbers that move its pitch: whole cents, and the sample rate for what is
/// between them.
///
/// One hertz of 44,100 is 0.039 cents, so the rate alone does it to 0.02 and the cents are 0: what
/// FluidSynth 2.3.1 plays exactly. Root keys that are no whole semitones it rounds, and loses a cent
/// on some keys. Where rates are low, a pair of cents and hertz is closer, as they do not divide each
/// other.
public struct SampleTuning: Hashable, Sendable {
  /// Cents to add, the header's own.
  public var pitchCorrection: Int8
  /// Frames in a second.
  public var sampleRate: UInt32

  /// A rate, and cents to add.
  public init(sampleRate: UInt32, pitchCorrection: Int8 = 0) {
    self.sampleRate = sampleRate
    self.pitchCorrection = pitchCorrection
  }

  /// What a header says.
  public init(_ header: SampleHeader) {
    pitchCorrection = header.pitchCorrection
    sampleRate = SampleReading.rates.contains(header.sampleRate) ? header.sampleRate : 44100
  }

  /// The pair that sounds nearest to `cents` above what `header` says; see ``raised(by:)``.
  public init(_ header: SampleHeader, raisedBy cents: Double) {
    self = SampleTuning(header).raised(by: cents)
  }

  /// The pair that sounds nearest to `cents` above this one; 1,200 and more are left.
  ///
  /// Cents stay within −99…99 and rates within 400…50,000 (SoundFont 2.04 §7.10: others “should be
  /// avoided”), unless its own are beyond.
  public func raised(by cents: Double) -> SampleTuning {
    let own = self
    var best = own
    guard abs(cents) >= 0.005, abs(cents) < 1200 else { return own }
    let lowestCents = min(Int(own.pitchCorrection), -99)
    let highestCents = max(Int(own.pitchCorrection), 99)
    let rates = min(own.sampleRate, 400)...max(own.sampleRate, 50000)
    func pair(_ correction: Int) -> SampleTuning {
      let rest = cents - Double(correction - Int(own.pitchCorrection))
      let rate = Double(own.sampleRate) * Exponential.exp2(rest / 1200) + 0.5
      var pair = own
      pair.pitchCorrection = Int8(correction)
      pair.sampleRate = min(max(UInt32(rate), rates.lowerBound), rates.upperBound)
      return pair
    }
    let plain = pair(0)
    if abs(plain.cents(above: own) - cents) <= 0.02 { return plain }
    let whole = Int(own.pitchCorrection) + Int(cents + (cents < 0 ? -0.5 : 0.5))
    var smallestError = abs(cents)
    for step in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] {
      let candidate = pair(min(max(whole + step, lowestCents), highestCents))
      let error = abs(candidate.cents(above: own) - cents)
      // Only what is worth it: the smaller change of the header is the better one.
      if error < smallestError - 0.003 {
        smallestError = error
        best = candidate
      }
    }
    return best
  }

  /// How far above another this one sounds.
  public func cents(above other: SampleTuning) -> Double {
    Double(pitchCorrection) - Double(other.pitchCorrection)
      + 1200 * Exponential.log2(Double(sampleRate) / Double(other.sampleRate))
  }
}
