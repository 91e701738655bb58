import PeachMusicUnits

/// The parameters for resampling a sample to change its pitch by a fraction of a cent. A loop must
/// have an integer number of frames. The plan adds frames to the loop and selects the sample rate
/// with the smallest error. If the error is too large, the new loop contains several repetitions of
/// the old one, or the header's integer cents contribute. Samples without a loop use the exact
/// ratio.
///
/// ```swift
/// let plan = ResamplingPlan(raisedBy: 0.017, sampleRate: 44_100, loopFrameCount: 1000)
/// plan?.loopFrameCount  // 1006
/// plan?.sampleRate      // 44365
/// plan?.cents           // 0.0156…
/// ```
package struct ResamplingPlan: Hashable, Sendable {
  /// The number of output frames per input frame.
  package var ratio: Double
  package var sampleRate: UInt32
  /// The integer cents added to the pitch correction of the header.
  package var correctionCents = 0
  /// The number of frames of the new loop; `nil` without a loop.
  package var loopFrameCount: Int?
  /// The number of repetitions of the old loop in the new one.
  package var loopRepetitions = 1
  /// The resulting change of pitch, in cents.
  package var cents: Double

  /// The search ends at this error, in cents.
  private static let targetError = 0.002
  /// Below this error, integer cents are not used: some synthesizers round their sum.
  private static let acceptableError = 0.008
  /// The maximum number of frames of an unrolled loop.
  private static let maxUnrolledFrames = 65_536
  /// SoundFont 2.04 §7.10: higher rates “should be avoided”.
  private static let maxSampleRate: UInt32 = 50_000
}

extension ResamplingPlan {
  /// Finds the plan with the smallest error. Returns `nil` if no plan reduces the error.
  ///
  /// - Parameters:
  ///   - cents: The change of pitch, positive upward.
  ///   - loopFrameCount: The number of frames of the loop; `nil` without a loop.
  ///   - mayUnroll: Whether the new loop may contain several repetitions of the old one.
  package init?(
    raisedBy cents: Double, sampleRate: UInt32, loopFrameCount: Int?, mayUnroll: Bool = true
  ) {
    precondition(sampleRate > 0, "The sample rate must be positive.")
    guard abs(cents) < 50 else { return nil }
    guard let loopFrameCount else {
      self.init(ratio: Exponential.exp2(-cents / 1200), sampleRate: sampleRate, cents: cents)
      return
    }
    guard loopFrameCount > 0 else { return nil }
    var best: ResamplingPlan?
    var smallest = abs(cents)
    for correction in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]
    where smallest > Self.acceptableError {
      guard
        var plan = Self.nearest(
          to: cents - Double(correction), rate: sampleRate, loop: loopFrameCount, mayUnroll)
      else { continue }
      plan.correctionCents = correction
      plan.cents += Double(correction)
      let error = abs(plan.cents - cents)
      if error < smallest { (best, smallest) = (plan, error) }
    }
    guard let best else { return nil }
    self = best
  }

  /// Returns the plan with the smallest error and no integer cents.
  private static func nearest(
    to cents: Double, rate: UInt32, loop: Int, _ mayUnroll: Bool
  ) -> ResamplingPlan? {
    var best: ResamplingPlan?
    var smallest = Double.infinity
    for repetitions in 1...(mayUnroll ? max(maxUnrolledFrames / loop, 1) : 1) {
      let oldCount = repetitions * loop
      // Adds up to a sixteenth. Fewer frames would remove high frequencies.
      for addedFrames in 1...max(oldCount / 16, 1) {
        let ratio = Double(oldCount + addedFrames) / Double(oldCount)
        let exactRate = Double(rate) * Exponential.exp2(cents / 1200) * ratio
        guard exactRate < Double(max(maxSampleRate, rate + rate / 50)) else { break }
        let newRate = Double(Int(exactRate + 0.5))
        let newCents = 1200 * Exponential.log2(newRate / (Double(rate) * ratio))
        guard abs(newCents - cents) < smallest else { continue }
        smallest = abs(newCents - cents)
        best = ResamplingPlan(
          ratio: ratio, sampleRate: UInt32(newRate), loopFrameCount: oldCount + addedFrames,
          loopRepetitions: repetitions, cents: newCents)
        if smallest < targetError { return best }
      }
    }
    return best
  }
}
