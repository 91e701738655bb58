import PeachIntonation
import PeachMusicUnits

/// The times at which the frames of a straight tone are played with an amount of its vibrato, in
/// frames at the straight pitch. Time is the integral of the reciprocal of the speed.
struct VibratoTimes {
  /// The time of each frame and of the end, ascending from 0.
  private let times: [Double]

  /// The largest magnitude of an entry of the table; others are ignored.
  private static let maxCents = 1200.0

  /// - Parameters:
  ///   - amount: The amount of the recorded vibrato, 0…2.
  ///   - loop: The loop, which ends at `frameCount`, or `nil`.
  init(_ vibrato: VibratoTable, amount: Double, frameCount: Int, loop: Range<Int>?) {
    guard amount > 0, vibrato.framesPerEntry > 0, !vibrato.cents.isEmpty else {
      times = (0...frameCount).map { Double($0) }
      return
    }
    let table = Table(vibrato, loop: loop)
    var times: [Double] = [0]
    times.reserveCapacity(frameCount + 1)
    var before = Exponential.exp2(-amount * table.cents(at: 0) / 1200)
    var sum = 0.0
    for frame in 0..<frameCount {
      let isAtSeam = frame + 1 == frameCount && loop != nil
      let next = isAtSeam ? loop?.lowerBound ?? 0 : frame + 1
      let after = Exponential.exp2(-amount * table.cents(at: next) / 1200)
      sum += 0.5 * (before + after)
      times.append(sum)
      before = after
    }
    self.times = times
  }

  /// Returns the time of a frame or of the end.
  subscript(frame: Int) -> Double { times[frame] }

  /// Returns the positions in frames at `count` times from `start` in steps of `step`. The speed is
  /// 1 before the first frame and after the end.
  func positions(from start: Double, step: Double, count: Int) -> [Double] {
    let end = times.count - 1
    var frame = index(ofTime: start)
    return (0..<count).map { index in
      let time = start + Double(index) * step
      if time < 0 { return time }
      if time >= times[end] { return Double(end) + time - times[end] }
      while times[frame + 1] <= time { frame += 1 }
      return Double(frame) + (time - times[frame]) / (times[frame + 1] - times[frame])
    }
  }

  /// Returns the last frame that is played at or before a time.
  private func index(ofTime time: Double) -> Int {
    var (low, high) = (0, times.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The cents of a vibrato by frame, interpolated between entries.
  private struct Table {
    private let cents: [Double]
    private let framesPerEntry: Int
    /// The last entry before the end of the loop.
    private let seamIndex: Int
    private let loop: Range<Int>?

    init(_ vibrato: VibratoTable, loop: Range<Int>?) {
      cents = vibrato.cents.map {
        let value = Double($0)
        return abs(value) <= VibratoTimes.maxCents ? value : 0
      }
      framesPerEntry = vibrato.framesPerEntry
      self.loop = loop
      seamIndex = loop.map { ($0.upperBound - 1) / vibrato.framesPerEntry } ?? Int.max
    }

    func cents(at frame: Int) -> Double {
      let index = frame / framesPerEntry
      let share = Double(frame - index * framesPerEntry) / Double(framesPerEntry)
      let own = entry(index)
      return own + share * (next(index) - own)
    }

    private func entry(_ index: Int) -> Double { cents[min(index, cents.count - 1)] }

    /// Returns the entry after another one, which lies in the next repetition at the end of the
    /// loop.
    private func next(_ index: Int) -> Double {
      guard index == seamIndex, let loop else { return entry(index + 1) }
      let frame = loop.lowerBound + ((index + 1) * framesPerEntry - loop.lowerBound) % loop.count
      let first = frame / framesPerEntry
      let share = Double(frame - first * framesPerEntry) / Double(framesPerEntry)
      return entry(first) + share * (entry(min(first + 1, seamIndex)) - entry(first))
    }
  }
}
