package import PeachMusicUnits

/// Compares the first second of a note before and after a change of its recordings' pitch. Use an
/// instance on one thread at a time.
package final class NoteVerification {
  private let estimator: PitchEstimator
  private let comb: CombEstimator
  private let sampleRate: Double

  /// The largest error of a pitch, in cents.
  private static let reachCents = 100.0
  /// The end of the windows, in seconds from the onset.
  private static let lastSeconds = 1.0
  /// Fewer partials do not tell a small inharmonicity from noise, and any inharmonicity.
  private static let manyPartials = 8.0
  private static let fewestPartials = 5.0
  /// Of many weak partials, the highest would determine the pitch.
  private static let partialLimit = 40
  /// Lower pitches are those of drums, or octaves below the pitch heard.
  private static let lowestHertz = 26.0
  /// The part of the power in the partials of a pitch, below which a lower octave may sound, and
  /// the least part in those of the lower octave.
  private static let incompleteShare = 0.75
  private static let completeShare = 0.85
  /// The starts of the windows that measure the shares, in seconds from the onset.
  private static let shareSeconds = [0.2, 0.45, 0.7]

  /// The longest rise of the level from −26 to −20 dB at a sharp onset, in seconds. Listeners with
  /// thresholds of ±6 dB hear it at the same time.
  private static let sharpSeconds = 0.015

  /// Creates a verification of notes at a sample rate.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    estimator = PitchEstimator()
    comb = CombEstimator(sampleRate: sampleRate, partialLimit: Self.partialLimit)
  }

  /// Returns whether a note is at least as well in tune after a change as before: the mean error
  /// over 0.1 to 1 s after the onset, and the largest one of 100 ms (or six periods) from 50 ms on.
  /// Returns `false` if its pitch cannot be measured, or if readings of it disagree about the
  /// change.
  ///
  /// A harmonic tone is read by the powers and by the amplitudes of its partials, which agree
  /// unless several tones sound; an inharmonic one by each series that its power does not exclude.
  /// All readings must pass.
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
      let pitch = pitch(of: after, from: new, nominal) ?? pitch(of: before, from: old, nominal)
    else { return false }
    let inharmonicities = inharmonicities(of: after, from: new, pitch)
    if inharmonicities.isEmpty { return false }
    func changed(_ inharmonicity: Double) -> [NoteReading] {
      readings(of: after, from: new, pitch, inharmonicity, nominal)
    }
    var all = inharmonicities.map { (inharmonicity: $0, readings: changed($0)) }
    if all.contains(where: { $0.readings.isEmpty }) { return false }
    func isExact(_ readings: [NoteReading]) -> Bool {
      readings.allSatisfy { NoteReadings.isExact($0, variation: $0.variation) }
    }
    // A harmonic note without error needs no comparison.
    if inharmonicities[0] == 0, all.allSatisfy({ isExact($0.readings) }) { return true }
    // A note that is harmonic before or after the change is read as such, too.
    if inharmonicities[0] > 0, self.inharmonicities(of: before, from: old, pitch).first == 0 {
      all.insert((0, changed(0)), at: 0)
    }
    var pairs: [(old: NoteReading, new: NoteReading)] = []
    for (inharmonicity, found) in all {
      if found.isEmpty { return false }
      let original = readings(
        of: before, from: old, pitch, inharmonicity, nominal, isOriginal: true)
      // A note without a pitch may get one, if that is exact.
      if original.isEmpty && !isExact(found) { return false }
      pairs += zip(original, found).map { ($0, $1) }
    }
    return NoteReadings.areNoWorse(pairs)
  }

  /// Returns for each shift of a note's pitch, in cents, whether the note is at least as well in
  /// tune after it; see ``isNoWorse(_:than:nominal:)``.
  package func areNoWorse(
    _ shifts: [Double], of channels: [UnsafeBufferPointer<Float>], nominal: Frequency
  ) -> [Bool] {
    guard let (strongest, _) = Self.strongest(channels, channels),
      let pitch = pitch(of: channels, from: strongest, nominal)
    else { return shifts.map { _ in false } }
    var all: [NoteReading] = []
    for inharmonicity in inharmonicities(of: channels, from: strongest, pitch) {
      let found = readings(of: channels, from: strongest, pitch, inharmonicity, nominal)
      if found.isEmpty { return shifts.map { _ in false } }
      all += found
    }
    return shifts.map { !all.isEmpty && NoteReadings.areNoWorse(all, shiftedBy: $0) }
  }

  /// Returns the pitch of a note after a shift, in cents; `nil` if it has none. Where partials
  /// disagree, as they do when vibrato moves them through resonances, the pitch by their powers or
  /// by their amplitudes counts, whichever is farther from its key.
  package func heardPitch(
    of channels: [UnsafeBufferPointer<Float>], shiftedBy shift: Double, nominal: Frequency
  ) -> HeardPitch? {
    guard let (strongest, _) = Self.strongest(channels, channels),
      let pitch = pitch(of: channels, from: strongest, nominal),
      let inharmonicity = inharmonicities(of: channels, from: strongest, pitch).first
    else { return nil }
    // All windows, those that are certain, and by amplitudes.
    let found = readings(of: channels, from: strongest, pitch, inharmonicity, nominal)
    guard found.count > 1 else { return nil }
    var heard = found.dropFirst(2).reduce(HeardPitch(found[1], shiftedBy: shift)) {
      $0.maximum(HeardPitch($1, shiftedBy: shift))
    }
    if inharmonicity == 0, let onset = onset(of: strongest) {
      let weighted = WeightedFrequency(
        of: strongest, from: onset.audible, hertz: pitch, sampleRate: sampleRate)
      heard.variationCents = max(heard.variationCents, weighted.variation(to: Self.lastSeconds))
    }
    return heard
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

  /// Returns the pitch of a note; `nil` if it has none near that of its key, modulo octaves. If it
  /// has a lower octave, too, as an organ's 16-foot stop has, the pitch is that of the lowest: its
  /// partials include those of the others.
  private func pitch(
    of channels: [UnsafeBufferPointer<Float>], from strongest: UnsafeBufferPointer<Float>,
    _ nominal: Frequency
  ) -> Double? {
    let pitch = estimator.measure(
      strongest, sampleRate: sampleRate, nominal: nominal, hasContour: false)
    var hertz = pitch.frequency.hertz
    guard pitch.isPitched, abs(Self.error(hertz, nominal)) <= Self.reachCents,
      hertz >= Self.lowestHertz
    else { return nil }
    guard let onset = onset(of: strongest) else { return hertz }
    while hertz / 2 >= Self.lowestHertz {
      let shares = shares(of: channels, [hertz, hertz / 2], from: onset)
      guard shares[0] < Self.incompleteShare, shares[1] >= Self.completeShare else { break }
      hertz /= 2
    }
    return hertz
  }

  /// Returns the part of the power in the partials of each pitch.
  private func shares(
    of channels: [UnsafeBufferPointer<Float>], _ pitches: [Double], from onset: Onset
  ) -> [Double] {
    let count = comb.windowCount(hertz: pitches.reduce(.infinity, min))
    return pitches.map { hertz in
      Self.shareSeconds.reduce(0) { sum, seconds in
        let start = onset.audible + Int(seconds * sampleRate)
        let fit = comb.fit(
          of: channels, loop: nil, from: start, count: count, around: hertz, inharmonicity: 0)
        return sum + (fit?.share ?? 0) / Double(Self.shareSeconds.count)
      }
    }
  }

  /// Returns the inharmonicities that a note may have. Empty if it is that of a bar or bell.
  private func inharmonicities(
    of channels: [UnsafeBufferPointer<Float>], from strongest: UnsafeBufferPointer<Float>,
    _ hertz: Double
  ) -> [Double] {
    guard Self.fewestPartials * hertz <= CombEstimator.highestHertz,
      let onset = onset(of: strongest)
    else { return [0] }
    let likely = comb.likelyInharmonicities(of: channels, around: hertz, from: onset.audible)
    // Few partials count only if a harmonic series is excluded: those of a stiff string.
    let isString = !likely.isEmpty && likely[0] > 0
    return isString || Self.manyPartials * hertz <= CombEstimator.highestHertz ? likely : [0]
  }

  /// Returns the onset of a note: its level is relative to the peak of the first second and a
  /// window, not to a crescendo after it.
  private func onset(of frames: UnsafeBufferPointer<Float>) -> Onset? {
    let last = Self.lastSeconds + CombEstimator.windowSeconds
    let heard = frames[..<min(Int(last * sampleRate), frames.count)]
    return Onset(
      of: AudioFrames(
        frames: UnsafeBufferPointer(rebasing: heard), loop: nil, sampleRate: sampleRate))
  }

  /// Returns the readings of a note whose onset is that of its strongest channel. Empty if it has
  /// no pitch.
  private func readings(
    of channels: [UnsafeBufferPointer<Float>], from strongest: UnsafeBufferPointer<Float>,
    _ hertz: Double, _ inharmonicity: Double, _ nominal: Frequency,
    isOriginal: Bool = false
  ) -> [NoteReading] {
    guard let onset = onset(of: strongest) else { return [] }
    let (start, isInharmonic) = (Double(onset.audible) / sampleRate, inharmonicity > 0)
    // The pitch by amplitudes depends on B too much.
    let fits = comb.fits(
      of: channels, loop: nil, around: hertz, inharmonicity: inharmonicity,
      from: start, to: start + Self.lastSeconds,
      step: NoteReading.stepSeconds, weightings: isInharmonic ? .power : .powerAndAmplitude)
    let offset = Self.error(hertz, nominal)
    func reading(byAmplitude: Bool = false, onlyCertain: Bool = false) -> NoteReading? {
      NoteReading(
        fits, byAmplitude: byAmplitude, onlyCertain: onlyCertain, offset: offset,
        isInharmonic: isInharmonic,
        isSharp: Double(onset.rise) <= Self.sharpSeconds * sampleRate)
    }
    let all = reading()
    // A wide vibrato makes most windows of an original ambiguous.
    var found = [all, reading(onlyCertain: true) ?? (isOriginal ? all : nil)]
    if !isInharmonic { found.append(reading(byAmplitude: true)) }
    let pitched = found.compactMap { $0 }
    return pitched.count == found.count ? pitched : []
  }

  /// Returns the difference of a pitch from that of a key, modulo octaves, in cents.
  private static func error(_ hertz: Double, _ nominal: Frequency) -> Double {
    let octaves = Exponential.log2(hertz / nominal.hertz)
    return 1200 * (octaves - Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5))))
  }
}
