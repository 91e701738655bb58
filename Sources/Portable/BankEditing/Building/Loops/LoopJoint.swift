/// The joint of a loop: its exact end, and the crossfade that leads into its start.
struct LoopJoint {
  let loop: Range<Int>
  let fadeCount: Int
  /// The correlation of the audio before both ends, −1…1.
  let correlation: Double
  /// The power of the difference before both ends, in decibels relative to the signal.
  let mismatchDecibels: Double

  private static var minFadeSeconds: Double { 0.03 }
  private static var maxFadeSeconds: Double { 0.08 }

  /// Moves the end of a loop to the highest correlation within three quarters of a period. Returns
  /// `nil` if the recording is too short.
  init?(
    _ channel: [Float], near range: Range<Int>, segment: Range<Int>, period: Double,
    sampleRate: Double
  ) {
    let start = range.lowerBound
    let longest = min(
      max(Self.minFadeSeconds * sampleRate, 5 * period), Self.maxFadeSeconds * sampleRate,
      Double(start - segment.lowerBound) + 0.02 * sampleRate, 0.8 * Double(start))
    let fade = max(Int(longest), Int(3 * period), 4)
    let reach = Int(0.75 * period) + 2
    let slack = Int(0.05 * sampleRate)
    guard start >= fade, range.upperBound - fade - reach >= 0,
      range.upperBound + reach <= min(channel.count, segment.upperBound + slack),
      range.count > fade + reach
    else { return nil }
    let (position, correlation, mismatch) = channel.withUnsafeBufferPointer { frames in
      var best = Self.bestEnd(
        frames, start: start, end: range.upperBound, fade: fade, reach: reach)
      best = Self.refined(
        frames, start: start, best: best, fade: fade, period: period,
        limit: segment.upperBound + slack, slack: Int(0.02 * sampleRate))
      let mismatch = Self.mismatch(frames, start - fade, best.end - fade, fade)
      return (best.end, best.correlation, mismatch)
    }
    mismatchDecibels = mismatch
    loop = start..<position
    fadeCount = fade
    self.correlation = correlation
  }

  private static func bestEnd(
    _ frames: UnsafeBufferPointer<Float>, start: Int, end: Int, fade: Int, reach: Int
  ) -> (end: Int, correlation: Double) {
    var reference = 0.0
    for index in start - fade..<start { reference += Double(frames[index]) * Double(frames[index]) }
    var energy = 0.0
    for index in end - reach - fade..<end - reach {
      energy += Double(frames[index]) * Double(frames[index])
    }
    var best = (end: end, correlation: -2.0)
    for position in end - reach...end + reach {
      let product = Self.product(frames, start - fade, position - fade, fade)
      let correlation = product / (energy * reference + 1e-30).squareRoot()
      if correlation > best.correlation { best = (position, correlation) }
      if position < frames.count {
        let (added, removed) = (Double(frames[position]), Double(frames[position - fade]))
        energy = max(energy + added * added - removed * removed, 0)
      }
    }
    return best
  }

  private static func product(
    _ frames: UnsafeBufferPointer<Float>, _ a: Int, _ b: Int, _ count: Int
  ) -> Double {
    var product = 0.0
    for index in 0..<count { product += Double(frames[a + index]) * Double(frames[b + index]) }
    return product
  }

  private static func mismatch(
    _ frames: UnsafeBufferPointer<Float>, _ a: Int, _ b: Int, _ count: Int
  ) -> Double {
    var (difference, power) = (0.0, 0.0)
    for index in 0..<count {
      let (before, after) = (Double(frames[a + index]), Double(frames[b + index]))
      difference += (before - after) * (before - after)
      power += before * before + after * after
    }
    return Levels.decibels(2 * difference / max(power, 1e-30))
  }

  /// Moves the end by periods, up to 20 ms, to where the number of frames is nearest to a multiple
  /// of the period.
  private static func refined(
    _ frames: UnsafeBufferPointer<Float>, start: Int, best: (end: Int, correlation: Double),
    fade: Int, period: Double, limit: Int, slack: Int
  ) -> (end: Int, correlation: Double) {
    let count = max(min(Int(Double(slack) / period), 24), 2)
    let reference = product(frames, start - fade, start - fade, fade)
    var result = best
    for step in -count...count {
      let middle = best.end + Int(Double(step) * period + (step < 0 ? -0.5 : 0.5))
      for end in middle - 1...middle + 1
      where end - fade >= start && end <= min(limit, frames.count) && end != best.end {
        let energy = product(frames, end - fade, end - fade, fade)
        let correlation =
          product(frames, start - fade, end - fade, fade)
          / (energy * reference + 1e-30).squareRoot()
        if correlation > result.correlation { result = (end, correlation) }
      }
    }
    return result
  }

  /// Returns the last frames of the loop, which fade into those before its start.
  func crossfaded(_ channel: [Float]) -> [Float] {
    let correlation = max(self.correlation, 0)
    return (0..<fadeCount).map { index in
      let t = (Double(index) + 0.5) / Double(fadeCount)
      // The slope and the curvature are 0 at both ends.
      let fadeIn = t * t * t * (10 + t * (6 * t - 15))
      let fadeOut = 1 - fadeIn
      let power = fadeOut * fadeOut + fadeIn * fadeIn + 2 * fadeOut * fadeIn * correlation
      let end = Double(channel[loop.upperBound - fadeCount + index])
      let start = Double(channel[loop.lowerBound - fadeCount + index])
      return Float((fadeOut * end + fadeIn * start) / power.squareRoot())
    }
  }
}
