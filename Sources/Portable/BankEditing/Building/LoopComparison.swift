import PeachMusicUnits

/// How alike a recording is before two of its places.
///
/// Both a few periods and a longer stretch count: where a vibrato turns back, a few periods are like
/// those of the next turn, though the pitch goes the other way.
struct LoopComparison {
  private let channels: [[Float]]
  private let loudest: Int
  /// How many frames before each place are compared closely.
  let closeCount: Int
  /// How many before each place are compared at all.
  let wideCount: Int

  /// A coarse look takes so many frames of them.
  private static var coarseCount: Int { 96 }
  /// What a fade makes up for is as good as nothing.
  private static var smallestClose: Double { -60 }
  /// No player repeats a quarter of a second better.
  private static var smallestWide: Double { -40 }

  init(_ channels: [[Float]], closeCount: Int, wideCount: Int) {
    self.channels = channels
    self.closeCount = closeCount
    self.wideCount = wideCount
    var best = 0
    var most = -1.0
    for (index, channel) in channels.enumerated() {
      var sum = 0.0
      channel.withUnsafeBufferPointer { frames in
        for value in frames { sum += Double(value) * Double(value) }
      }
      if sum > most { (best, most) = (index, sum) }
    }
    loudest = best
  }

  /// The difference closely before `start` and before the frame `count` behind it, in decibels
  /// relative to the sound there. Both places have ``wideCount`` frames before them.
  func mismatch(_ start: Int, _ count: Int) -> Double {
    Self.decibels(sums(start, count, over: closeCount))
  }

  /// Both differences added, the lower the better.
  func badness(_ start: Int, _ count: Int) -> Double {
    max(mismatch(start, count), Self.smallestClose)
      + max(Self.decibels(sums(start, count, over: wideCount)), Self.smallestWide)
  }

  /// The same from a few frames of the loudest channel.
  func coarseBadness(_ start: Int, _ count: Int) -> Double {
    func coarse(_ over: Int) -> Double {
      Self.decibels(
        Self.sums(
          channels[loudest], start - over, count, over, by: max(over / Self.coarseCount, 1)))
    }
    return max(coarse(closeCount), Self.smallestClose) + max(coarse(wideCount), Self.smallestWide)
  }

  private func sums(
    _ start: Int, _ count: Int, over frameCount: Int
  ) -> (difference: Double, power: Double) {
    var sums = (difference: 0.0, power: 0.0)
    for channel in channels {
      let more = Self.sums(channel, start - frameCount, count, frameCount, by: 1)
      sums.difference += more.difference
      sums.power += more.power
    }
    return sums
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
