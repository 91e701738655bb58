import PeachMusicUnits

/// Lowers the peaks of a sample by a gain that changes slowly, so that the sample can be louder.
/// All channels have the same gain. The gain of a loop repeats with it.
struct PeakLimiter {
  /// The gain of each frame, 0…1.
  private(set) var gains: [Float]

  /// The largest reduction, in decibels. More of it would be heard as a softer attack.
  static var maxDecibels: Double { 6 }
  /// The time that the gain anticipates a peak, at least, and as periods.
  private static var minSeconds: Double { 0.004 }
  private static var periodCount: Double { 2 }
  private static var maxSeconds: Double { 0.04 }
  private static var passCount: Int { 8 }

  /// Limits peaks to `peak`.
  ///
  /// - Parameters:
  ///   - channels: The channels, of equal length.
  ///   - loop: The loop, which the sample ends with.
  init(
    _ channels: [[Float]], loop: Range<Int>?, peak: Double, hertz: Double, sampleRate: Double
  ) {
    let seconds = min(max(Self.minSeconds, Self.periodCount / hertz), Self.maxSeconds)
    let reach = max(Int(seconds * sampleRate), 2)
    var needed = Self.needed(channels, Float(peak))
    guard let loop, loop.count > 0, loop.upperBound <= needed.count else {
      gains = Self.smoothed(needed, reach)
      return
    }
    // The frames before the start and those before the end lead to the same frame.
    let joined = min(2 * reach, loop.lowerBound, loop.count)
    for index in 0..<joined {
      let (before, end) = (loop.lowerBound - 1 - index, loop.upperBound - 1 - index)
      let lowest = min(needed[before], needed[end])
      (needed[before], needed[end]) = (lowest, lowest)
    }
    var extended = Array(needed[..<loop.upperBound])
    for index in 0..<2 * reach { extended.append(needed[loop.lowerBound + index % loop.count]) }
    let smoothed = Self.smoothed(extended, reach)
    gains = Array(smoothed[..<loop.upperBound])
    for index in 0..<needed.count - loop.upperBound {
      gains.append(gains[loop.lowerBound + index % loop.count])
    }
  }

  /// Returns the gain that each frame needs by itself.
  private static func needed(_ channels: [[Float]], _ peak: Float) -> [Float] {
    var needed = [Float](repeating: 1, count: channels.first?.count ?? 0)
    for channel in channels {
      for (index, frame) in channel.enumerated() where abs(frame) * needed[index] > peak {
        needed[index] = peak / abs(frame)
      }
    }
    return needed
  }

  /// Returns averages of the lowest gains within reach, which never exceed the gains.
  private static func smoothed(_ needed: [Float], _ reach: Int) -> [Float] {
    guard needed.contains(where: { $0 < 1 }) else { return needed }
    var lowest = minimum(needed, reach)
    // Two moving averages of half the reach have a triangular window.
    for _ in 0..<2 { lowest = average(lowest, reach / 2) }
    return lowest
  }

  /// Returns the minimum of `reach` frames on each side, in linear time: of blocks of the window's
  /// length, minima from the start and from the end (van Herk, 1992).
  private static func minimum(_ values: [Float], _ reach: Int) -> [Float] {
    let (length, count) = (2 * reach + 1, values.count)
    var forward = values
    var backward = values
    for index in values.indices.dropFirst() where index % length != 0 {
      forward[index] = min(forward[index], forward[index - 1])
    }
    for index in values.indices.dropLast().reversed() where (index + 1) % length != 0 {
      backward[index] = min(backward[index], backward[index + 1])
    }
    return values.indices.map { center in
      let (first, last) = (max(center - reach, 0), min(center + reach, count - 1))
      // Near the ends, the window may be within one block.
      if first / length == last / length {
        return center - reach < 0 ? forward[last] : backward[first]
      }
      return min(backward[first], forward[last])
    }
  }

  /// Returns averages of `reach` frames on each side; the ends are repeated.
  private static func average(_ values: [Float], _ reach: Int) -> [Float] {
    guard reach > 0, let first = values.first, let last = values.last else { return values }
    var sum = Double(first) * Double(reach + 1)
    for index in 0..<reach { sum += Double(index < values.count ? values[index] : last) }
    return values.indices.map { index in
      let (added, removed) = (index + reach, index - reach - 1)
      sum += Double(added < values.count ? values[added] : last)
      sum -= Double(removed >= 0 ? values[removed] : first)
      return Float(sum / Double(2 * reach + 1))
    }
  }

  /// Returns a channel with the gains.
  func applied(to channel: [Float]) -> [Float] {
    zip(channel, gains).map { $0 * $1 }
  }

  /// Limits the peaks of a recording whose level cannot be `target` otherwise, without exceeding
  /// `maxPeak`, both in decibels. Returns the largest reduction in decibels; `nil` without one.
  static func limit(
    _ finished: inout FinishedRecording, target: Double, maxPeak: Double
  ) -> Double? {
    let recording = finished.recording
    guard finished.peakDecibels + target - finished.levelDecibels > maxPeak else { return nil }
    let hertz = FrequencyCalculation.frequency(noteNumber: Double(finished.root)).hertz
    func limited(_ decibels: Double) -> (channels: [[Float]], level: Double) {
      let limiter = PeakLimiter(
        recording.channels, loop: finished.loop,
        peak: Levels.amplitude(finished.peakDecibels - decibels), hertz: hertz,
        sampleRate: recording.sampleRate)
      let channels = recording.channels.map { limiter.applied(to: $0) }
      let level = ToneLevel.decibels(
        channels, loop: finished.loop, sampleRate: recording.sampleRate,
        isDecaying: finished.isDecaying)
      return (channels, level)
    }
    // The smallest reduction with which the level fits below the peak.
    var (low, high) = (0.0, maxDecibels)
    var best = limited(high)
    for _ in 0..<passCount {
      let middle = (low + high) / 2
      let trial = limited(middle)
      if finished.peakDecibels - middle + target - trial.level > maxPeak {
        low = middle
      } else {
        (high, best) = (middle, trial)
      }
    }
    // A reduction that also lowers the level by as much is of no use.
    let gained = high - (finished.levelDecibels - best.level)
    guard gained > minUseDecibels else { return nil }
    finished.recording.channels = best.channels
    finished.levelDecibels = best.level
    finished.peakDecibels = ToneLevel.peakDecibels(best.channels)
    return high
  }

  /// The smallest gain of level, in decibels, for which audio is changed.
  private static var minUseDecibels: Double { 0.1 }
}
