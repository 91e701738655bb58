/// The pitch of a note in windows of 100 ms from 50 ms after its onset, by ``CombEstimator``.
package struct ToneWindows: Hashable, Sendable {
  /// The middle of each window with a pitch, in seconds from the first frame.
  package private(set) var seconds: [Double] = []
  /// The deviation of each window, in cents.
  package private(set) var cents: [Double] = []

  /// The longest time that is measured, in seconds.
  private static let longestSeconds = 2.0
  /// The time measured beyond the end of a loop, which includes its seam.
  private static let seamSeconds = 0.25
  private static let attackSeconds = 0.05

  /// Measures a note.
  ///
  /// - Parameters:
  ///   - channels: The frames of one channel, or of both channels of a stereo pair.
  ///   - hertz: The frequency from which windows deviate.
  ///   - seconds: The time to measure from the first frame; `nil` for a little more than the
  ///     recording with its loop, up to 2 seconds.
  ///   - step: The distance of two windows, in seconds.
  package init(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, hertz: Double,
    upTo seconds: Double? = nil, step: Double = CombEstimator.stepSeconds
  ) {
    guard let first = channels.first, sampleRate >= 100, hertz > 1 else { return }
    let comb = CombEstimator(sampleRate: sampleRate)
    let window = comb.windowCount(hertz: hertz)
    guard window > 0 else { return }
    let start = Double(Self.onset(of: first, sampleRate: sampleRate)) / sampleRate
    let end = Double(loop?.upperBound ?? first.count) / sampleRate
    let last = seconds ?? min(loop == nil ? end : end + Self.seamSeconds, Self.longestSeconds)
    let origin = start + Self.attackSeconds
    let limit = loop == nil ? min(last, end) : last
    let found = first.withUnsafeBufferPointer { left in
      guard channels.count > 1 else {
        return comb.windows(
          of: [left], loop: loop, around: hertz, from: origin, to: limit, step: step)
      }
      return channels[1].withUnsafeBufferPointer { right in
        comb.windows(
          of: [left, right], loop: loop, around: hertz, from: origin, to: limit, step: step)
      }
    }
    let half = 0.5 * Double(window) / sampleRate
    for (index, cents) in found.enumerated() {
      guard let cents else { continue }
      self.seconds.append(origin + step * Double(index) + half)
      self.cents.append(cents)
    }
  }

  /// The largest deviation from the given frequency, in cents; `nil` without a pitch.
  package var largestCents: Double? {
    var largest: Double?
    for value in cents { largest = max(largest ?? 0, abs(value)) }
    return largest
  }

  /// The mean of the windows, in cents; `nil` without a pitch.
  package var meanCents: Double? {
    cents.isEmpty ? nil : cents.reduce(0, +) / Double(cents.count)
  }

  /// Returns the first frame whose level is within 20 dB of the peak of the first second.
  static func onset(of frames: [Float], sampleRate: Double) -> Int {
    let block = max(Int(0.01 * sampleRate), 16)
    let count = min(frames.count, Int(min(sampleRate, 1e8))) / block
    var levels: [Double] = []
    for index in 0..<count {
      var sum = 0.0
      for frame in index * block..<(index + 1) * block {
        let value = Double(frames[frame])
        if abs(value) < 1e6 { sum += value * value }
      }
      levels.append(sum)
    }
    let peak = levels.max() ?? 0
    return (levels.firstIndex { $0 > 0.01 * peak } ?? 0) * block
  }
}
