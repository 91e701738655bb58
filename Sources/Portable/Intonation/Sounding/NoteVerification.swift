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
  /// The differences of two estimators, as fractions of the variation of a contour: of the mean, of
  /// the largest error, and of a contour (rms).
  private static let meanDoubt = 0.06
  private static let largestDoubt = 0.05
  private static let contourDoubt = 0.15
  /// The difference of two estimators of an inharmonic tone, which weight partials differently, in
  /// cents.
  private static let inharmonicDoubt = 0.25
  private static let manyPartials = 8.0
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
  /// A tone that may be inharmonic must pass as such, and as a harmonic one.
  ///
  /// - Parameters:
  ///   - before, after: The channels of the note, of at least a second each. The powers of their
  ///     spectra are added, because a sum of frames could beat.
  ///   - nominal: The pitch of the key. The note may be octaves from it.
  package func isNoWorse(
    _ after: [UnsafeBufferPointer<Float>], than before: [UnsafeBufferPointer<Float>],
    nominal: Frequency
  ) -> Bool {
    // A changed note has the steadier pitch.
    guard let (old, new) = Self.strongest(before, after),
      let pitch = pitch(of: new, nominal) ?? pitch(of: old, nominal)
    else { return false }
    for inharmonicity in inharmonicities(of: new, pitch) {
      guard let new = errors(of: after, from: new, pitch, inharmonicity, nominal)
      else { return false }
      guard let old = errors(of: before, from: old, pitch, inharmonicity, nominal)
      else { continue }
      if !Self.isNoWorse(new, than: old) { return false }
    }
    return true
  }

  /// Returns for each shift of a note's pitch, in cents, whether the note is at least as well in
  /// tune after it; see ``isNoWorse(_:than:nominal:)``.
  package func areNoWorse(
    _ shifts: [Double], of channels: [UnsafeBufferPointer<Float>], nominal: Frequency
  ) -> [Bool] {
    guard let (strongest, _) = Self.strongest(channels, channels),
      let pitch = pitch(of: strongest, nominal)
    else { return shifts.map { _ in false } }
    let errors = inharmonicities(of: strongest, pitch).map {
      self.errors(of: channels, from: strongest, pitch, $0, nominal)
    }
    return shifts.map { shift in
      errors.allSatisfy { $0.map { Self.isNoWorse($0, shiftedBy: shift) } ?? false }
    }
  }

  /// Returns the channel of the most power in `before`, and the same channel of `after`.
  private static func strongest(
    _ before: [UnsafeBufferPointer<Float>], _ after: [UnsafeBufferPointer<Float>]
  ) -> (UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>)? {
    func power(_ frames: UnsafeBufferPointer<Float>) -> Double {
      frames.reduce(0) { $0 + Double($1) * Double($1) }
    }
    return zip(before, after).max { power($0.0) < power($1.0) }
  }

  /// Returns the pitch of a note; `nil` if it has none near that of its key, modulo octaves.
  private func pitch(
    of frames: UnsafeBufferPointer<Float>, _ nominal: Frequency
  ) -> PitchMeasurement? {
    let pitch = estimator.measure(
      frames, sampleRate: sampleRate, nominal: nominal, hasContour: false)
    let isNear = pitch.isPitched && abs(Self.error(pitch, nominal)) <= Self.reachCents
    return isNear ? pitch : nil
  }

  /// Returns the inharmonicity of a note, or those with which it must pass: estimators disagree if
  /// only weak partials are inharmonic. Fewer than eight partials do not tell a small inharmonicity
  /// from noise.
  private func inharmonicities(
    of frames: UnsafeBufferPointer<Float>, _ pitch: PitchMeasurement
  ) -> [Double] {
    let (hertz, estimate) = (pitch.frequency.hertz, pitch.inharmonicity)
    let sound = AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate)
    guard let onset = Onset(of: sound) else { return [0] }
    let best = comb.inharmonicity(
      of: sound, around: hertz, from: onset.audible, candidates: [estimate])
    if let best { return best.isAudible ? [best.value] : [0, best.value] }
    let hasManyPartials = Self.manyPartials * hertz <= CombEstimator.highestHertz
    return estimate > 1e-7 && hasManyPartials ? [0, estimate] : [0]
  }

  /// Returns the errors of a note whose onset is that of its strongest channel.
  private func errors(
    of channels: [UnsafeBufferPointer<Float>], from strongest: UnsafeBufferPointer<Float>,
    _ pitch: PitchMeasurement, _ inharmonicity: Double, _ nominal: Frequency
  ) -> Errors? {
    let sound = AudioFrames(frames: strongest, loop: nil, sampleRate: sampleRate)
    guard let onset = Onset(of: sound) else { return nil }
    let start = Double(onset.audible) / sampleRate
    return Errors(
      comb.windows(
        of: channels, loop: nil, around: pitch.frequency.hertz, inharmonicity: inharmonicity,
        from: start + Self.seconds.first, to: start + Self.seconds.last),
      offset: Self.error(pitch, nominal), isInharmonic: inharmonicity > 0)
  }

  /// Returns the difference of a pitch from that of a key, modulo octaves, in cents.
  private static func error(_ pitch: PitchMeasurement, _ nominal: Frequency) -> Double {
    let octaves = Exponential.log2(pitch.frequency.hertz / nominal.hertz)
    return 1200 * (octaves - Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5))))
  }

  private static func isNoWorse(_ new: Errors, than old: Errors) -> Bool {
    if abs(new.mean) <= exactCents && new.largest <= exactCents { return true }
    let shift = new.mean - old.mean
    let isShifted =
      new.distance(from: old, shiftedBy: shift) <= toleranceCents + contourDoubt * old.variation
    guard isShifted else {
      return new.largest <= max(largestFraction * old.largest, exactCents)
        && abs(new.mean) <= max(abs(old.mean) + toleranceCents, exactCents)
    }
    return isNoWorse(old, shiftedBy: shift)
  }

  private static func isNoWorse(_ errors: Errors, shiftedBy shift: Double) -> Bool {
    let (mean, largest) = (abs(errors.mean + shift), errors.largest(shiftedBy: shift))
    if mean <= exactCents && largest <= exactCents { return true }
    // A shift that is hardly larger than the doubt may be in the wrong direction.
    let doubt = max(meanDoubt * errors.variation, errors.isInharmonic ? inharmonicDoubt : 0)
    if abs(shift) < max(2 * doubt, toleranceCents) { return false }
    // The extremes of two measurements differ more than the means.
    let margin = min(largestDoubt * errors.variation, abs(shift) / 2)
    return mean <= abs(errors.mean) + toleranceCents
      && largest <= errors.largest - margin + toleranceCents
  }

  /// Errors of a note, in cents.
  private struct Errors {
    /// The errors of successive windows; `nil` for windows without a pitch.
    var windows: [Double?]
    /// The mean over 0.1 to 1 s.
    var mean: Double
    /// The largest distance of a window from the mean.
    var variation: Double
    var isInharmonic: Bool

    /// Returns `nil` if less than half of the windows have a pitch.
    init?(_ windows: [Double?], offset: Double, isInharmonic: Bool) {
      self.isInharmonic = isInharmonic
      self.windows = windows.map { $0.map { $0 + offset } }
      let pitched = self.windows.compactMap { $0 }
      // The first window starts at 50 ms.
      let later = self.windows.dropFirst().compactMap { $0 }
      guard !later.isEmpty, 2 * pitched.count >= windows.count else { return nil }
      let mean = later.reduce(0, +) / Double(later.count)
      self.mean = mean
      variation = pitched.reduce(0) { max($0, abs($1 - mean)) }
    }

    var largest: Double { largest(shiftedBy: 0) }

    /// Returns the largest error after a shift.
    func largest(shiftedBy shift: Double) -> Double {
      windows.reduce(0) { largest, cents in
        cents.map { max(largest, abs($0 + shift)) } ?? largest
      }
    }

    /// Returns the rms difference from the contour of another note after a shift.
    func distance(from other: Errors, shiftedBy shift: Double) -> Double {
      var (sum, count) = (0.0, 0)
      for (own, others) in zip(windows, other.windows) {
        guard let own, let others else { continue }
        sum += (own - others - shift) * (own - others - shift)
        count += 1
      }
      return count > 0 ? (sum / Double(count)).squareRoot() : .infinity
    }
  }
}
