import PeachMusicUnits

/// A sample header's two numbers that move its pitch: whole cents, and the sample rate for what is
/// between them.
///
/// One hertz of 44,100 is 0.039 cents; as cents and hertz do not divide each other, some pair of a
/// few near ones is closer still.
public struct SampleTuning: Hashable, Sendable {
  /// Cents to add, the header's own.
  public var pitchCorrection: Int8
  /// Frames in a second.
  public var sampleRate: UInt32

  /// What a header says.
  public init(_ header: SampleHeader) {
    pitchCorrection = header.pitchCorrection
    sampleRate = SampleReading.rates.contains(header.sampleRate) ? header.sampleRate : 44100
  }

  /// The pair that sounds nearest to `cents` above what `header` says.
  ///
  /// Cents stay within −99…99 and rates within 400…50,000 (SoundFont 2.04 §7.10: others “should be
  /// avoided”), unless the header's own are beyond.
  public init(_ header: SampleHeader, raisedBy cents: Double) {
    let own = SampleTuning(header)
    self = own
    guard cents != 0, abs(cents) < 1200 else { return }
    let lowestCents = min(Int(own.pitchCorrection), -99)
    let highestCents = max(Int(own.pitchCorrection), 99)
    let rates = min(own.sampleRate, 400)...max(own.sampleRate, 50000)
    let whole = Int(own.pitchCorrection) + Int(cents + (cents < 0 ? -0.5 : 0.5))
    var smallestError = abs(cents)
    for step in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] {
      let correction = min(max(whole + step, lowestCents), highestCents)
      let rest = cents - Double(correction - Int(own.pitchCorrection))
      let rate = Double(own.sampleRate) * Exponential.exp2(rest / 1200) + 0.5
      var pair = own
      pair.pitchCorrection = Int8(correction)
      pair.sampleRate = min(max(UInt32(rate), rates.lowerBound), rates.upperBound)
      let error = abs(pair.cents(above: own) - cents)
      // Only what is worth it: the smaller change of the header is the better one.
      if error < smallestError - 0.003 {
        smallestError = error
        self = pair
      }
    }
  }

  /// How far above another this one sounds.
  public func cents(above other: SampleTuning) -> Double {
    Double(pitchCorrection) - Double(other.pitchCorrection)
      + 1200 * Exponential.log2(Double(sampleRate) / Double(other.sampleRate))
  }
}
