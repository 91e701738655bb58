package import PeachMusicUnits

/// Compares the first second of a note before and after a change of its recordings' pitch. Use an
/// instance on one thread at a time.
package final class NoteVerification {
  private let estimator: PitchEstimator
  private let comb: CombEstimator
  private let sampleRate: Double

  /// The error that needs no comparison, and the tolerance of other errors, in cents.
  private static let exactCents = 0.1
  private static let toleranceCents = 0.05
  /// The largest error of a pitch, in cents.
  private static let reachCents = 100.0
  /// The windows, in seconds from the onset; the mean is that of those from 0.1 s on.
  private static let seconds = (first: 0.05, last: 1.0)
  /// The differences of two estimators, as fractions of the variation of a contour: of the mean,
  /// and of the largest error.
  private static let meanDoubt = 0.06
  private static let largestDoubt = 0.1
  /// The fraction of the largest error that a note with another contour may have.
  private static let largestFraction = 0.9

  /// Creates a verification of notes at a sample rate.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    estimator = PitchEstimator()
    comb = CombEstimator(sampleRate: sampleRate)
  }

  /// Returns whether a note is at least as well in tune after a change as before: the mean error
  /// over 0.1 to 1 s after the onset, and the largest one of 100 ms (or six periods) from 50 ms on.
  /// Returns `false` if its pitch cannot be measured.
  ///
  /// An inharmonic tone must pass as such, and as a harmonic one: its pitch is between them.
  ///
  /// - Parameters:
  ///   - before, after: The frames of the note, of at least a second each.
  ///   - nominal: The pitch of the key. The note may be octaves from it.
  package func isNoWorse(
    _ after: UnsafeBufferPointer<Float>, than before: UnsafeBufferPointer<Float>,
    nominal: Frequency
  ) -> Bool {
    // A changed note has the steadier pitch.
    var pitch = estimator.measure(after, sampleRate: sampleRate, nominal: nominal)
    if !pitch.isPitched {
      pitch = estimator.measure(before, sampleRate: sampleRate, nominal: nominal)
    }
    guard pitch.isPitched, nominal.hertz > 0 else { return false }
    let offset = Self.error(pitch, nominal)
    guard abs(offset) <= Self.reachCents else { return false }
    for inharmonicity in pitch.inharmonicity > 1e-7 ? [0, pitch.inharmonicity] : [0] {
      func errors(_ frames: UnsafeBufferPointer<Float>) -> Errors? {
        let sound = AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate)
        guard let onset = Onset(of: sound) else { return nil }
        let start = Double(onset.audible) / sampleRate
        return Errors(
          comb.windows(
            of: [frames], loop: nil, around: pitch.frequency.hertz, inharmonicity: inharmonicity,
            from: start + Self.seconds.first, to: start + Self.seconds.last), offset: offset)
      }
      guard let new = errors(after) else { return false }
      guard let old = errors(before) else { continue }
      if !Self.isNoWorse(new, than: old) { return false }
    }
    return true
  }

  /// Returns the difference of a pitch from that of a key, modulo octaves, in cents.
  private static func error(_ pitch: PitchMeasurement, _ nominal: Frequency) -> Double {
    let octaves = Exponential.log2(pitch.frequency.hertz / nominal.hertz)
    return 1200 * (octaves - Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5))))
  }

  private static func isNoWorse(_ new: Errors, than old: Errors) -> Bool {
    if abs(new.mean) <= exactCents && new.largest <= exactCents { return true }
    let shift = abs(new.mean - old.mean)
    if abs(new.variation - old.variation) > toleranceCents + largestDoubt * old.variation {
      // Another contour.
      return new.largest <= max(largestFraction * old.largest, exactCents)
        && abs(new.mean) <= max(abs(old.mean) + toleranceCents, exactCents)
    }
    // The same contour. A shift that is hardly larger than the doubt may be in the wrong direction.
    if shift < max(2 * meanDoubt * old.variation, toleranceCents) { return false }
    let margin = min(largestDoubt * old.variation, shift / 2)
    return abs(new.mean) <= abs(old.mean) + toleranceCents
      && new.largest <= old.largest - margin + toleranceCents
  }

  /// Errors of a note, in cents.
  private struct Errors {
    var mean: Double
    /// The largest error of a window.
    var largest: Double
    /// The largest distance of a window from the mean.
    var variation = 0.0

    /// Returns `nil` if less than half of the windows have a pitch.
    init?(_ windows: [Double?], offset: Double) {
      var (sum, count, pitched) = (0.0, 0, 0)
      (mean, largest) = (0, 0)
      for (index, cents) in windows.enumerated() {
        guard let cents else { continue }
        pitched += 1
        largest = max(largest, abs(cents + offset))
        // The first window starts at 50 ms.
        if index > 0 {
          sum += cents + offset
          count += 1
        }
      }
      guard count > 0, 2 * pitched >= windows.count else { return nil }
      mean = sum / Double(count)
      for cents in windows {
        if let cents { variation = max(variation, abs(cents + offset - mean)) }
      }
    }
  }
}
