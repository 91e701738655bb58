import PeachMusicUnits

/// Measures the pitch contour of the first two seconds of a recording.
struct SoundingPitchEstimator {
  var sound: AudioFrames
  var onset: Onset
  var comb: CombEstimator

  private static let highestInharmonicity = 0.02

  /// Returns the contour around a measured pitch.
  ///
  /// - Parameters:
  ///   - isLoop: Whether the pitch is that of the loop.
  ///   - inharmonicities: Estimates of B. The one with which the comb contains the most
  ///     power is used; 0 unless another is better by 2 %.
  func measure(
    around hertz: Double, isLoop: Bool, inharmonicities: [Double]
  ) -> SoundingPitch {
    let start = onset.audible
    let inharmonicity = best(inharmonicities, hertz, start)
    let count = comb.windowCount(hertz: hertz)
    let step = CombEstimator.stepSeconds * sound.sampleRate
    let windows = sound.loop == nil ? Int(Double(onset.end - start - count / 2) / step) : .max
    var cents: [Double?] = []
    // A window of six periods is longer; its middle is that of a window of 100 ms.
    let shift = (count - Int(CombEstimator.windowSeconds * sound.sampleRate)) / 2
    for index in 0..<max(min(SoundingPitch.windowLimit, windows), 1) {
      cents.append(
        fit(start + Int(step * Double(index)) - shift, count, hertz, inharmonicity)?.cents)
    }
    return SoundingPitch(
      cents: cents, later: sound.loop == nil ? nil : isLoop ? 0 : Self.mean(cents.suffix(8)))
  }

  private static func mean(_ cents: ArraySlice<Double?>) -> Double? {
    let pitched = cents.compactMap { $0 }
    return pitched.isEmpty ? nil : pitched.reduce(0, +) / Double(pitched.count)
  }

  /// Returns the inharmonicity with which the series leaves the least power; 0 unless it leaves 5 %
  /// less than a harmonic series, in each of three windows. Vibrato shifts partials, too, but not in
  /// the same direction.
  private func best(_ candidates: [Double], _ hertz: Double, _ start: Int) -> Double {
    var tried = candidates.filter { $0 > 1e-7 && $0 < Self.highestInharmonicity }
    if falls(from: start) { tried += [3e-5, 1e-4, 3e-4, 1e-3] }
    guard !tried.isEmpty else { return 0 }
    let plain = remainders(0, hertz, start)
    var (best, least) = (0.0, plain)
    func attempt(_ candidate: Double) -> Bool {
      guard candidate < Self.highestInharmonicity else { return false }
      let own = remainders(candidate, hertz, start)
      guard own.sum() < least.sum() else { return false }
      (best, least) = (candidate, own)
      return true
    }
    for candidate in tried { _ = attempt(candidate) }
    guard best > 0 else { return 0 }
    for factor in [1.4, 1.12, 1.03] {
      var count = 0
      while count < 4 && attempt(best * factor) { count += 1 }
      while count < 4 && attempt(best / factor) { count += 1 }
    }
    let gain = plain - least
    return gain.min() > 0 && gain.sum() > 0.2 ? best : 0
  }

  /// Returns the power outside of the series in three windows, as binary logarithms.
  private func remainders(_ inharmonicity: Double, _ hertz: Double, _ start: Int) -> SIMD3<Double> {
    let count = comb.windowCount(hertz: hertz)
    var result = SIMD3<Double>()
    for index in 0..<3 {
      let first = start + Int((0.1 + 0.15 * Double(index)) * sound.sampleRate)
      let share = fit(first, count, hertz, inharmonicity)?.share ?? 0
      result[index] = Exponential.log2(max(1 - share, 1e-6))
    }
    return result
  }

  /// Returns whether the level falls by 2 dB from 0.1 to 0.8 seconds, as that of a plucked string.
  private func falls(from start: Int) -> Bool {
    let count = Int(0.1 * sound.sampleRate)
    func power(_ seconds: Double) -> Double {
      var frames = [Double](repeating: 0, count: count)
      frames.withUnsafeMutableBufferPointer {
        guard let target = $0.baseAddress else { return }
        sound.copy(from: start + Int(seconds * sound.sampleRate), count: count, into: target)
      }
      return frames.reduce(0) { $0 + $1 * $1 }
    }
    return power(0.8) < 0.63 * power(0.1)
  }

  private func fit(
    _ first: Int, _ count: Int, _ hertz: Double, _ inharmonicity: Double
  ) -> CombEstimator.Fit? {
    comb.fit(
      of: [sound.frames], loop: sound.loop, from: first, count: count, around: hertz,
      inharmonicity: inharmonicity)
  }
}
