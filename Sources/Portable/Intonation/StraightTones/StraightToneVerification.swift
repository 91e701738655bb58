/// Verifies straight tones with ``CombEstimator``, which shares nothing with the contour.
final class StraightToneVerification {
  private var comb: CombEstimator?

  /// The largest deviation of a straight tone, in cents.
  static let limitCents = 1.5
  /// The first 50 ms after the onset are attack.
  private static let attackSeconds = 0.05
  /// The time measured beyond the end of the loop, which includes its seam.
  private static let seamSeconds = 0.15
  private static let leastSeconds = 0.35

  /// Returns the largest deviation from `hertz` of 100 ms from 50 ms after the onset, or `nil` if
  /// no window has a pitch.
  ///
  /// - Parameters:
  ///   - onset: The onset, in frames.
  ///   - end: The last frame to measure, if there is no loop.
  ///   - step: The distance of two windows, in seconds.
  func largestCents(
    of channels: [[Float]], loop: Range<Int>?, sampleRate: Double, hertz: Double, onset: Double,
    end: Double, step: Double
  ) -> Double? {
    let first = onset / sampleRate + Self.attackSeconds
    var last = end / sampleRate
    if let loop {
      last = max(Double(loop.upperBound) / sampleRate + Self.seamSeconds, first + Self.leastSeconds)
    }
    let windows = windows(
      of: channels, loop: loop, sampleRate: sampleRate, hertz: hertz, from: first, to: last,
      step: step)
    var largest: Double?
    for cents in windows {
      if let cents { largest = max(largest ?? 0, abs(cents)) }
    }
    return largest
  }

  /// Returns the deviations of successive windows from `hertz`; see ``CombEstimator``.
  func windows(
    of channels: [[Float]], loop: Range<Int>?, sampleRate: Double, hertz: Double,
    inharmonicity: Double = 0, from first: Double, to last: Double,
    step: Double = CombEstimator.stepSeconds
  ) -> [Double?] {
    let comb = comb(for: sampleRate)
    return channels[0].withUnsafeBufferPointer { left in
      channels[channels.count > 1 ? 1 : 0].withUnsafeBufferPointer { right in
        comb.windows(
          of: channels.count > 1 ? [left, right] : [left], loop: loop, around: hertz,
          inharmonicity: inharmonicity, from: first, to: last, step: step)
      }
    }
  }

  private func comb(for sampleRate: Double) -> CombEstimator {
    if let comb, comb.sampleRate == sampleRate { return comb }
    let made = CombEstimator(sampleRate: sampleRate)
    comb = made
    return made
  }
}
