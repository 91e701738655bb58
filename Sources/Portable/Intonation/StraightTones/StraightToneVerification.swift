/// Verifies straight tones with ``CombEstimator``, which shares nothing with the contour.
final class StraightToneVerification {
  private var combs: [CombEstimator] = []

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

  /// The speeds at which an attack is measured: those of the recording's key, and of lower ones.
  private static let attackSpeeds = [1, 0.7071, 0.5]
  /// The end of an attack, in seconds.
  private static let attackEndSeconds = 0.25
  private static let attackStepSeconds = 0.025

  /// Returns the largest deviation from `hertz` of 100 ms, all parts of which count alike, that
  /// begin 50 to 100 ms after the onset; `nil` if none has a pitch. Played at the recording's speed
  /// and at lower ones.
  func attackCents(
    of channels: [[Float]], loop: Range<Int>?, sampleRate: Double, hertz: Double, onset: Double
  ) -> Double? {
    var largest: Double?
    for speed in Self.attackSpeeds {
      let (rate, step) = (sampleRate * speed, Self.attackStepSeconds)
      let first = onset / rate
      let windows = windows(
        of: channels, loop: loop, sampleRate: rate, hertz: hertz * speed, from: first + step,
        to: first + Self.attackEndSeconds, step: step)
      // Windows weight their middle: three of them are about one that does not.
      for index in windows.indices.dropFirst().dropLast() {
        guard let before = windows[index - 1], let own = windows[index],
          let after = windows[index + 1]
        else { continue }
        largest = max(largest ?? 0, abs(before + own + after) / 3)
      }
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
    if let known = combs.first(where: { $0.sampleRate == sampleRate }) { return known }
    if combs.count > Self.attackSpeeds.count { combs.removeAll() }
    let made = CombEstimator(sampleRate: sampleRate)
    combs.append(made)
    return made
  }
}
