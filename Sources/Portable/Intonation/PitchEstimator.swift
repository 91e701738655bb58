package import PeachMusicUnits

/// Measures the pitch of samples. Reuses tables between samples. Use an instance on one thread at a
/// time, not on the audio thread. A sample takes a few milliseconds.
///
/// ```swift
/// let estimator = PitchEstimator()
/// let frames: [Float] = …            // ten periods in 1,000 frames
/// let measurement = frames.withUnsafeBufferPointer {
///   estimator.measure($0, loop: 0..<1000, sampleRate: 44_100, nominal: .hertz(440))
/// }
/// measurement.frequency.hertz        // 441.0
/// ```
package final class PitchEstimator {
  private var spectra: [GaussianSpectrum] = []
  private var comb: CombEstimator?

  /// Creates an estimator. Tables are created on first use.
  package init() {}

  /// Measures the pitch of frames at their original sample rate.
  ///
  /// - Parameters:
  ///   - loop: The loop, end exclusive. Ignored if it exceeds the frames.
  ///   - sampleRate: The sample rate in hertz.
  ///   - nominal: The pitch declared by the file, which resolves octave ambiguities only.
  package func measure(
    _ frames: UnsafeBufferPointer<Float>, loop: Range<Int>? = nil, sampleRate: Double,
    nominal: Frequency
  ) -> PitchMeasurement {
    measure(frames, loop: loop, sampleRate: sampleRate, nominal: nominal, hasContour: true)
  }

  /// Measures the pitch of frames, with or without the contour of their first seconds.
  func measure(
    _ frames: UnsafeBufferPointer<Float>, loop: Range<Int>? = nil, sampleRate: Double,
    nominal: Frequency, hasContour: Bool
  ) -> PitchMeasurement {
    guard sampleRate >= 100 && sampleRate <= 10_000_000, !frames.isEmpty else { return .unpitched }
    var sound = AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate)
    if let loop, loop.lowerBound >= 0, loop.upperBound <= frames.count, loop.count > 1 {
      sound.loop = loop
    }
    let expected = nominal.hertz > 4 && nominal.hertz < 40_000 ? nominal.hertz : 261.6255653
    let spectrum = spectrum(for: sampleRate)
    guard let onset = Onset(of: sound) else { return .unpitched }
    var measurement: PitchMeasurement
    var inharmonicities: [Double] = []
    if let loop = sound.loop, !onset.fadesBeforeLoop {
      let estimator = LoopEstimator(
        sound: sound, loop: loop, nominalHertz: expected, spectrum: spectrum, onset: onset)
      measurement = estimator.measure()
      if hasContour, measurement.isPitched,
        let series = estimator.seriesBeforeLoop(measurement.frequency.hertz)
      {
        measurement.beforeLoopCents = series.cents
        inharmonicities.append(series.inharmonicity)
      }
    } else {
      measurement =
        OnsetPitchEstimator(
          sound: sound, nominalHertz: expected, spectrum: spectrum, onset: onset
        ).measure()
    }
    guard hasContour, measurement.isPitched else { return measurement }
    inharmonicities.append(measurement.inharmonicity)
    measurement.sounding = SoundingPitchEstimator(
      sound: sound, onset: onset, comb: comb(for: sampleRate)
    ).measure(
      around: measurement.frequency.hertz, isLoop: measurement.kind != .decaying,
      inharmonicities: inharmonicities)
    return measurement
  }

  /// Returns the partials of `count` frames of a tone near `hertz`; `nil` if they are too short.
  func series(
    of frames: UnsafeBufferPointer<Float>, from first: Int, count: Int, sampleRate: Double,
    near hertz: Double
  ) -> PartialSeries? {
    let spectrum = spectrum(for: sampleRate)
    let count = min(count, frames.count - first, spectrum.capacity)
    guard count >= 64, first >= 0 else { return nil }
    let peaks = spectrum.peaks(
      of: AudioFrames(frames: frames, loop: nil, sampleRate: sampleRate), from: first,
      count: count, decibels: 45)
    let series = PartialSeries(near: hertz, in: peaks, isInharmonic: true)
    return series.members.isEmpty ? nil : series
  }

  private func comb(for sampleRate: Double) -> CombEstimator {
    if let comb, comb.sampleRate == sampleRate { return comb }
    let made = CombEstimator(sampleRate: sampleRate)
    comb = made
    return made
  }

  /// Returns a spectrum with a window of about 0.75 seconds.
  func spectrum(for sampleRate: Double) -> GaussianSpectrum {
    var logarithm = 9
    while logarithm < 18 && Double(1 << logarithm) < 0.6 * sampleRate { logarithm += 1 }
    if let known = spectra.first(where: { $0.capacity == 1 << logarithm }) { return known }
    let made = GaussianSpectrum(logarithm: logarithm)
    spectra.append(made)
    return made
  }
}

extension PitchEstimator {
  /// The pitch of a recording without a nominal pitch.
  package struct FreeMeasurement: Hashable, Sendable {
    package var pitch: PitchMeasurement
    /// The fraction of estimates that agree on the pitch and its octave, 0…1.
    package var agreement: Double
  }

  /// Measures the pitch of frames without a nominal pitch and a loop. Estimates the pitch once per
  /// octave, and selects the one with the most votes. Returns `nil` if there is no pitch. Takes
  /// nine times as long as a measurement with a nominal pitch.
  package func measure(
    _ frames: UnsafeBufferPointer<Float>, sampleRate: Double
  ) -> FreeMeasurement? {
    var found: [(frequency: Frequency, votes: Double)] = []
    var all = 0.0
    for octave in 0..<9 {
      let nominal = Frequency.hertz(23.1 * Exponential.exp2(Double(octave)))
      let pitch = measure(frames, sampleRate: sampleRate, nominal: nominal, hasContour: false)
      guard pitch.isPitched else { continue }
      all += pitch.confidence
      let same = found.firstIndex {
        abs(Exponential.log2($0.frequency.hertz / pitch.frequency.hertz)) < 1.0 / 24
      }
      if let same {
        found[same].votes += pitch.confidence
      } else {
        found.append((pitch.frequency, pitch.confidence))
      }
    }
    guard let best = found.max(by: { $0.votes < $1.votes }), all > 0 else { return nil }
    let pitch = measure(
      frames, sampleRate: sampleRate, nominal: best.frequency, hasContour: false)
    return pitch.isPitched ? FreeMeasurement(pitch: pitch, agreement: best.votes / all) : nil
  }
}
