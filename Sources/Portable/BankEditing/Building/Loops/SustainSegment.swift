/// The segment of a sustained tone in which loops are searched: after the attack, before the
/// release.
struct SustainSegment {
  let frames: Range<Int>

  /// Longer loops only enlarge the file.
  private static var maxSeconds: Double { 8 }

  /// - Parameters:
  ///   - envelope: The envelope of the tone.
  ///   - attackSeconds: The time of the attack.
  init?(_ envelope: PowerEnvelope, attackSeconds: Double, hertz: Double) {
    let levels = envelope.decibels(windowSeconds: 0.03)
    let hop = envelope.hopSeconds
    let attack = min(Int(attackSeconds / hop), levels.count - 1)
    guard attack >= 0, !levels.isEmpty else { return nil }
    let level = Levels.quantile(levels[attack...], 0.85)
    func hops(_ seconds: Double) -> Int { max(Int(seconds / hop), 1) }
    // The release begins where the level decreases below −7 dB for good.
    var end = levels.lastIndex { $0 > level - 7 } ?? levels.count - 1
    // Goes back while it decreases by more than 2 dB in 60 ms.
    while end > attack + hops(0.12), levels[end - hops(0.06)] - levels[end] > 2 {
      end -= hops(0.005)
    }
    var start = attack + hops(max(0.06, 3 / hertz))
    while start < end - hops(0.25), levels[start] < level - 6 { start += hops(0.005) }
    end = min(end - hops(0.01), start + hops(Self.maxSeconds))
    guard start < end else { return nil }
    frames = start * envelope.hopFrames..<end * envelope.hopFrames
  }
}
