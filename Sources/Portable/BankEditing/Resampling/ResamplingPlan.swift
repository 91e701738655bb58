import PeachMusicUnits

/// How a recording is to be stretched so that it sounds higher or lower by parts of a cent.
///
/// A loop needs a whole number of frames, or it loses its pitch. So a loop gets some frames more, and
/// the sample rate what then comes nearest to the pitch. Where that leaves too few choices, the old loop
/// goes round several times in the new, and whole cents help. Without a loop any ratio will do.
///
/// ```swift
/// let plan = ResamplingPlan(raisedBy: 0.017, sampleRate: 44_100, loopFrameCount: 1000)
/// plan?.loopFrameCount  // 1006
/// plan?.sampleRate      // 44365
/// plan?.cents           // 0.0156…
/// ```
public struct ResamplingPlan: Hashable, Sendable {
  /// How many frames come out for each that goes in.
  public var ratio: Double
  /// Frames in a second of what comes out.
  public var sampleRate: UInt32
  /// Whole cents that the header adds besides.
  public var correctionCents = 0
  /// How many frames the new loop has; nil without one.
  public var loopFrameCount: Int?
  /// How often the old loop goes round in the new.
  public var turns = 1
  /// How far all this raises the pitch.
  public var cents: Double

  /// Good enough to look no further.
  private static let goal = 0.002
  /// Good enough without whole cents, which some synthesizers round with other things.
  private static let enough = 0.008
  /// New loops are no longer than this, unless the old one is.
  private static let longestUnrolled = 65_536
  /// SoundFont 2.04 §7.10: higher rates “should be avoided”.
  private static let highestRate: UInt32 = 50_000

  /// The plan that comes nearest to `cents`; nil where none is nearer than leaving it as it is.
  ///
  /// `loopFrameCount` is that of the recording, nil where it has no loop. Where `mayUnroll` is false
  /// the old loop goes round once in the new.
  public init?(
    raisedBy cents: Double, sampleRate: UInt32, loopFrameCount: Int?, mayUnroll: Bool = true
  ) {
    precondition(sampleRate > 0, "A recording has frames in a second.")
    guard abs(cents) < 50 else { return nil }
    guard let loopFrameCount else {
      self.init(
        ratio: Exponential.exp2(-cents / 1200), sampleRate: sampleRate, loopFrameCount: nil,
        cents: cents)
      return
    }
    guard loopFrameCount > 0 else { return nil }
    var best: ResamplingPlan?
    var smallest = abs(cents)
    for correction in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6] where smallest > Self.enough {
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

  private init(ratio: Double, sampleRate: UInt32, loopFrameCount: Int?, cents: Double) {
    self.ratio = ratio
    self.sampleRate = sampleRate
    self.loopFrameCount = loopFrameCount
    self.cents = cents
  }

  /// Of a loop so many times round and a little longer.
  private static func nearest(
    to cents: Double, rate: UInt32, loop: Int, _ mayUnroll: Bool
  ) -> ResamplingPlan? {
    var best: ResamplingPlan?
    var smallest = Double.infinity
    for turns in 1...(mayUnroll ? max(longestUnrolled / loop, 1) : 1) {
      let old = turns * loop
      // A sixteenth more at most, and never fewer: nothing is lost.
      for more in 1...max(old / 16, 1) {
        let ratio = Double(old + more) / Double(old)
        let wanted = Double(rate) * Exponential.exp2(cents / 1200) * ratio
        guard wanted < Double(max(highestRate, rate + rate / 50)) else { break }
        let reached = Double(Int(wanted + 0.5))
        let own = 1200 * Exponential.log2(reached / (Double(rate) * ratio))
        guard abs(own - cents) < smallest else { continue }
        smallest = abs(own - cents)
        var plan = ResamplingPlan(
          ratio: ratio, sampleRate: UInt32(reached), loopFrameCount: old + more, cents: own)
        plan.turns = turns
        best = plan
        if smallest < goal { return best }
      }
    }
    return best
  }
}
