import PeachMusicUnits

/// Compares the frames before the start of a loop with those before its end, in a short and a long
/// window, in frames. At the extremes of a vibrato, a few periods match those of the next extreme
/// although the pitch changes in the opposite direction.
struct LoopComparison {
  private let channels: [[Float]]
  private let strongestChannel: Int
  private let shortWindow: Int
  let longWindow: Int

  /// The number of frames that a coarse comparison reads.
  private static var coarseCount: Int { 96 }
  /// A crossfade conceals smaller mismatches, in decibels.
  private static var minShortMismatch: Double { -60 }
  /// No player repeats a quarter of a second more precisely, in decibels.
  private static var minLongMismatch: Double { -40 }

  init(_ channels: [[Float]], shortWindow: Int, longWindow: Int) {
    self.channels = channels
    self.shortWindow = shortWindow
    self.longWindow = longWindow
    strongestChannel = Self.strongestChannel(channels)
  }

  static func strongestChannel(_ channels: [[Float]]) -> Int {
    var best = (channel: 0, power: -1.0)
    for (index, channel) in channels.enumerated() {
      let power = channel.reduce(0.0) { $0 + Double($1) * Double($1) }
      if power > best.power { best = (index, power) }
    }
    return best.channel
  }

  /// Returns the mismatch of a loop in the short window, in decibels relative to the signal. At
  /// least ``longWindow`` frames must precede `start`.
  func mismatch(_ start: Int, _ count: Int) -> Double {
    Self.decibels(sums(start, count, over: shortWindow))
  }

  func cost(_ start: Int, _ count: Int) -> Double {
    max(mismatch(start, count), Self.minShortMismatch)
      + max(Self.decibels(sums(start, count, over: longWindow)), Self.minLongMismatch)
  }

  /// Estimates the cost from a few frames of the strongest channel.
  func coarseCost(_ start: Int, _ count: Int) -> Double {
    func mismatch(_ window: Int) -> Double {
      let step = max(window / Self.coarseCount, 1)
      let channel = channels[strongestChannel]
      return Self.decibels(Self.sums(channel, start - window, count, window, by: step))
    }
    return max(mismatch(shortWindow), Self.minShortMismatch)
      + max(mismatch(longWindow), Self.minLongMismatch)
  }

  private func sums(
    _ start: Int, _ count: Int, over window: Int
  ) -> (difference: Double, power: Double) {
    channels.reduce(into: (difference: 0.0, power: 0.0)) { result, channel in
      let sums = Self.sums(channel, start - window, count, window, by: 1)
      result.difference += sums.difference
      result.power += sums.power
    }
  }

  private static func sums(
    _ channel: [Float], _ first: Int, _ distance: Int, _ count: Int, by step: Int
  ) -> (difference: Double, power: Double) {
    channel.withUnsafeBufferPointer { frames in
      var difference = 0.0
      var power = 0.0
      var index = first
      while index < first + count {
        let a = Double(frames[index])
        let b = Double(frames[index + distance])
        difference += (a - b) * (a - b)
        power += a * a + b * b
        index += step
      }
      return (difference, power / 2)
    }
  }

  private static func decibels(_ sums: (difference: Double, power: Double)) -> Double {
    guard sums.power > 0 else { return 0 }
    return 10 * 0.30102999566398120 * Exponential.log2(max(sums.difference / sums.power, 1e-15))
  }
}
