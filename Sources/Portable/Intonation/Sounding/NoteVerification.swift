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
  /// The largest error of a pitch, in cents. Beyond it, another key may be nearer.
  private static let reachCents = 50.0
  /// The largest distance of a window from the mean of a tone that has a pitch, in cents.
  private static let largestVariation = 30.0
  /// The least part of the power in the partials of a tone whose contour stays.
  private static let lowestShare = 2.0 / 3
  /// The windows, in seconds from the onset; the mean is that of those from 0.1 s on.
  private static let seconds = (first: 0.05, last: 1.0)
  /// The differences of two estimators, as fractions of the variation of a contour: of the mean, of
  /// the largest error, and of a contour (rms).
  private static let meanDoubt = 0.06
  private static let largestDoubt = 0.1
  private static let contourDoubt = 0.15
  /// The difference of two estimators of an inharmonic tone, in cents.
  private static let inharmonicDoubt = 0.5
  private static let manyPartials = 8.0
  private static let stringInharmonicities = [3e-5, 1e-4, 3e-4]
  /// The least change of a mean, in cents, and as a fraction of the variation of a contour, of which
  /// several readings differ.
  private static let leastChange = 0.25
  private static let leastChangePart = 0.25
  /// The difference of the readings of a change by which they agree, and at most differ, as
  /// fractions of the change.
  private static let agreement = 0.15
  private static let disagreement = 0.6
  /// The variation of a steady tone, in cents.
  private static let steadyVariation = 2.0
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
  /// Returns `false` if its pitch cannot be measured, or if readings of it disagree about the change.
  ///
  /// The pitch is read as that of the strongest partials and as that of all, as a harmonic tone and,
  /// if it may be one, as an inharmonic tone. All readings must pass.
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
    var readings: [(old: Errors, new: Errors)] = []
    for inharmonicity in inharmonicities(of: new, pitch) {
      let found = errors(of: after, from: new, pitch, inharmonicity, nominal)
      if found.isEmpty { return false }
      // A note without a pitch gets one.
      readings += zip(errors(of: before, from: old, pitch, inharmonicity, nominal), found)
        .map { ($0, $1) }
    }
    return Self.isNoWorse(readings)
  }

  /// Returns for each shift of a note's pitch, in cents, whether the note is at least as well in
  /// tune after it; see ``isNoWorse(_:than:nominal:)``.
  package func areNoWorse(
    _ shifts: [Double], of channels: [UnsafeBufferPointer<Float>], nominal: Frequency
  ) -> [Bool] {
    guard let (strongest, _) = Self.strongest(channels, channels),
      let pitch = pitch(of: strongest, nominal)
    else { return shifts.map { _ in false } }
    var readings: [Errors] = []
    for inharmonicity in inharmonicities(of: strongest, pitch) {
      let found = errors(of: channels, from: strongest, pitch, inharmonicity, nominal)
      if found.isEmpty { return shifts.map { _ in false } }
      readings += found
    }
    return shifts.map { shift in
      Self.isNoWorse(readings, shiftedBy: readings.map { _ in shift })
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

  /// Returns the inharmonicities of a note with which it must pass: estimators disagree unless one is
  /// decisive. Fewer than eight partials do not tell a small inharmonicity from noise.
  private func inharmonicities(
    of frames: UnsafeBufferPointer<Float>, _ pitch: PitchMeasurement
  ) -> [Double] {
    let (hertz, estimate) = (pitch.frequency.hertz, pitch.inharmonicity)
    let sound = AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate)
    guard let onset = Onset(of: sound) else { return [0] }
    let best = comb.inharmonicity(
      of: sound, around: hertz, from: onset.audible,
      candidates: [estimate] + Self.stringInharmonicities)
    if let best { return best.isDecisive ? [best.value] : [0, best.value] }
    let hasManyPartials = Self.manyPartials * hertz <= CombEstimator.highestHertz
    return estimate > 1e-7 && hasManyPartials ? [0, estimate] : [0]
  }

  /// Returns the errors of a note whose onset is that of its strongest channel: by the power and by
  /// the amplitude of its partials. Empty if it has no pitch.
  private func errors(
    of channels: [UnsafeBufferPointer<Float>], from strongest: UnsafeBufferPointer<Float>,
    _ pitch: PitchMeasurement, _ inharmonicity: Double, _ nominal: Frequency
  ) -> [Errors] {
    let sound = AudioFrames(frames: strongest, loop: nil, sampleRate: sampleRate)
    guard let onset = Onset(of: sound) else { return [] }
    let start = Double(onset.audible) / sampleRate
    let fits = comb.fits(
      of: channels, loop: nil, around: pitch.frequency.hertz, inharmonicity: inharmonicity,
      from: start + Self.seconds.first, to: start + Self.seconds.last,
      weightings: .powerAndAmplitude)
    let offset = Self.error(pitch, nominal)
    let found = [false, true].compactMap { byAmplitude in
      Errors(
        fits, byAmplitude: byAmplitude, offset: offset, isInharmonic: inharmonicity > 0)
    }
    return found.count == 2 ? found : []
  }

  /// Returns the difference of a pitch from that of a key, modulo octaves, in cents.
  private static func error(_ pitch: PitchMeasurement, _ nominal: Frequency) -> Double {
    let octaves = Exponential.log2(pitch.frequency.hertz / nominal.hertz)
    return 1200 * (octaves - Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5))))
  }

  private static func isExact(_ mean: Double, _ largest: Double) -> Bool {
    abs(mean) <= exactCents && largest <= exactCents
  }

  private static func isNoWorse(_ readings: [(old: Errors, new: Errors)]) -> Bool {
    if readings.allSatisfy({ isExact($0.new.mean, $0.new.largest) }) { return true }
    let isShifted = readings.allSatisfy { old, new in
      new.distance(from: old, shiftedBy: new.mean - old.mean)
        <= toleranceCents + contourDoubt * old.variation
    }
    if isShifted {
      return isNoWorse(readings.map(\.old), shiftedBy: readings.map { $0.new.mean - $0.old.mean })
    }
    for (old, new) in readings {
      let doubt = new.isInharmonic ? inharmonicDoubt / 2 : 0
      let isKept = abs(new.mean - old.mean) <= exactCents
      let highest = abs(old.mean) + (isKept ? exactCents : toleranceCents - doubt)
      guard new.largest <= max(largestFraction * old.largest - doubt, exactCents),
        abs(new.mean) <= max(highest, exactCents),
        max(abs(new.mean), abs(old.mean)) <= reachCents
      else { return false }
    }
    let variation = readings.reduce(0) { max($0, $1.new.variation) }
    if variation <= steadyVariation { return true }
    // The contour stays uneven, as that of several tones does: their mean must improve.
    let change = readings.reduce(.infinity) { min($0, abs($1.old.mean) - abs($1.new.mean)) }
    return areTones(readings.map(\.new))
      && change >= leastChange(variation, readings.map(\.new), agreeWithin: 0)
      && spread(of: readings.map(\.new)) <= disagreement * change + exactCents
      && difference(of: readings.map(\.new)) <= disagreement * change + exactCents
  }

  private static func isNoWorse(_ readings: [Errors], shiftedBy shifts: [Double]) -> Bool {
    if zip(readings, shifts).allSatisfy({ isExact($0.mean + $1, $0.largest(shiftedBy: $1)) }) {
      return true
    }
    let shift = shifts.reduce(0) { max($0, abs($1)) }
    let variation = readings.reduce(0) { max($0, $1.variation) }
    let spread = spread(of: readings)
    guard areTones(readings), spread <= disagreement * shift + exactCents,
      shift >= leastChange(variation, readings, agreeWithin: agreement * shift + toleranceCents)
    else { return false }
    // A mean and the reading of it may differ by the doubt, and a shift in the wrong direction, or
    // beyond twice the error, makes it worse.
    let difference = difference(of: readings)
    let doubt =
      meanDoubt * variation + toleranceCents + max(spread, difference)
      + (readings.contains { $0.isInharmonic } ? inharmonicDoubt : 0)
    return zip(readings, shifts).allSatisfy { reading, shift in
      guard reading.mean * shift < 0, 2 * abs(reading.mean) >= abs(shift) + 2 * doubt else {
        return false
      }
      // The extremes of two measurements differ more than the means.
      let margin = min(max(largestDoubt * reading.variation, difference), 0.8 * abs(shift))
      return reading.largest(shiftedBy: shift) <= reading.largest - margin + toleranceCents
    }
  }

  /// Returns the least change of a mean that can be told from the variation.
  private static func leastChange(
    _ variation: Double, _ readings: [Errors], agreeWithin cents: Double
  ) -> Double {
    let part = spread(of: readings) <= cents ? 2 * meanDoubt : leastChangePart
    return max(part * variation, leastChange)
  }

  /// Returns the largest difference of the means of several readings.
  private static func spread(of readings: [Errors]) -> Double {
    let means = readings.map(\.mean)
    return (means.max() ?? 0) - (means.min() ?? 0)
  }

  /// Returns the largest rms difference of the contours by power and by amplitude.
  private static func difference(of readings: [Errors]) -> Double {
    var largest = 0.0
    for index in stride(from: 0, to: readings.count - 1, by: 2) {
      largest = max(largest, readings[index].distance(from: readings[index + 1], shiftedBy: 0))
    }
    return largest
  }

  /// Whether all readings are those of a tone with a pitch near that of its key.
  private static func areTones(_ readings: [Errors]) -> Bool {
    readings.allSatisfy {
      abs($0.mean) <= reachCents && $0.variation <= largestVariation && $0.share >= lowestShare
    }
  }

  /// Errors of a note, in cents.
  private struct Errors {
    /// The errors of successive windows; `nil` for windows without a pitch.
    var windows: [Double?]
    /// The mean over 0.1 to 1 s.
    var mean: Double
    /// The largest distance of a window from the mean.
    var variation: Double
    /// The mean part of the power in the partials.
    var share: Double
    var isInharmonic: Bool

    /// Returns `nil` if less than half of the windows have a pitch.
    init?(
      _ fits: [CombEstimator.Fit?], byAmplitude: Bool, offset: Double, isInharmonic: Bool
    ) {
      self.isInharmonic = isInharmonic
      windows = fits.map { fit in
        fit.map { (byAmplitude ? $0.amplitudeCents : $0.cents) + offset }
      }
      let pitched = windows.compactMap { $0 }
      share = fits.reduce(0) { $0 + ($1?.share ?? 0) } / Double(max(pitched.count, 1))
      // The first window starts at 50 ms.
      let later = windows.dropFirst().compactMap { $0 }
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
