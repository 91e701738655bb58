import PeachMusicUnits

/// Reduces fluctuations of the level within a loop, which repeat audibly: to 5 dB for tones with
/// vibrato, and to 1.8 dB for tones without, in windows of 50 ms.
enum LoopLevelLimit {
  private static var vibratoDecibels: Double { 5 }
  private static var steadyDecibels: Double { 1.8 }
  /// The standard deviation of the pitch of a tone with vibrato, in cents.
  private static var vibratoCents: Double { 4 }
  private static var windowSeconds: Double { 0.05 }
  private static var fadeSeconds: Double { 0.15 }
  private static var passCount: Int { 3 }

  /// Returns channels whose fluctuation in the loop is limited. They end with the loop and the
  /// frames that repeat its start.
  static func applied(
    to channels: [[Float]], loop: Range<Int>, hertz: Double, sampleRate: Double
  ) -> [[Float]] {
    var channels = channels
    var limit: Double?
    for _ in 0..<passCount {
      let (levels, hop) = levels(channels, loop, sampleRate)
      guard let lowest = levels.min(), let highest = levels.max(),
        highest - lowest > steadyDecibels
      else { return channels }
      if limit == nil {
        let hasVibrato = deviation(channels, loop, hertz, sampleRate) > vibratoCents
        limit = hasVibrato ? vibratoDecibels : steadyDecibels
      }
      guard let limit, highest - lowest > limit else { return channels }
      let mean = levels.reduce(0, +) / Double(levels.count)
      let removed = 1 - limit / (highest - lowest)
      let gains = levels.map { Levels.amplitude(removed * (mean - $0)) }
      channels = channels.map { gained($0, loop, gains, hop, sampleRate) }
    }
    return channels
  }

  /// Returns the levels of the repeated loop from its start on, and their distance in frames.
  private static func levels(
    _ channels: [[Float]], _ loop: Range<Int>, _ sampleRate: Double
  ) -> (levels: [Double], hop: Int) {
    let reach = Int(2 * windowSeconds * sampleRate)
    let repeated = channels.map { channel in
      (-reach..<loop.count + reach).map { index in
        channel[loop.lowerBound + (index % loop.count + loop.count) % loop.count]
      }
    }
    let envelope = PowerEnvelope(
      power: KWeighting.power(of: repeated, sampleRate: sampleRate), sampleRate: sampleRate)
    let all = envelope.decibels(windowSeconds: windowSeconds)
    let first = reach / envelope.hopFrames
    // One more than the loop has.
    let count = loop.count / envelope.hopFrames + 1
    return (Array(all[first..<min(first + count, all.count)]), envelope.hopFrames)
  }

  /// Returns the standard deviation of the pitch in the loop, in cents.
  private static func deviation(
    _ channels: [[Float]], _ loop: Range<Int>, _ hertz: Double, _ sampleRate: Double
  ) -> Double {
    let channel = channels[LoopComparison.strongestChannel(channels)]
    let track = PitchTrack(Array(channel[loop]), hertz: hertz, sampleRate: sampleRate)
    let cents = MovingAverage.gaussian(MovingAverage.median(track.cents))
    let inner = cents.dropFirst(6).dropLast(6)
    guard !inner.isEmpty else { return 0 }
    let mean = inner.reduce(0, +) / Double(inner.count)
    let squares = inner.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(inner.count)).squareRoot()
  }

  private static func gained(
    _ channel: [Float], _ loop: Range<Int>, _ gains: [Double], _ hop: Int, _ sampleRate: Double
  ) -> [Float] {
    var result = channel
    let fade = min(Int(fadeSeconds * sampleRate), loop.lowerBound)
    let first = Float(gains[0])
    for index in loop.lowerBound - fade..<loop.lowerBound {
      let t = Float(index - loop.lowerBound + fade) / Float(max(fade, 1))
      result[index] *= 1 + (first - 1) * t * t * (3 - 2 * t)
    }
    for offset in 0..<loop.count {
      let position = Double(offset) / Double(hop)
      let index = min(Int(position), gains.count - 1)
      // The last gain leads to the first one.
      let isLast = index + 1 >= gains.count
      let next = isLast ? gains[0] : gains[index + 1]
      let length = isLast ? max(Double(loop.count) / Double(hop) - Double(index), 1e-9) : 1
      let fraction = min((position - Double(index)) / length, 1)
      result[loop.lowerBound + offset] *= Float(gains[index] + (next - gains[index]) * fraction)
    }
    for index in loop.upperBound..<result.count {
      result[index] = result[loop.lowerBound + (index - loop.upperBound) % loop.count]
    }
    return result
  }
}
