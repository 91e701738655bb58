import PeachMusicUnits

extension CombEstimator {
  private static let highestInharmonicity = 0.02

  /// Returns the inharmonicity B with which the series leaves the least power; `nil` unless it leaves
  /// 5 % less than a harmonic series, in each of three windows. Vibrato shifts partials, too, but not
  /// in the same direction.
  ///
  /// - Parameters:
  ///   - start: The frame of the onset.
  ///   - candidates: Estimates. A sound that decays is also compared with those of strings.
  func inharmonicity(
    of sound: AudioFrames, around hertz: Double, from start: Int, candidates: [Double]
  ) -> Double? {
    var tried = candidates.filter { $0 > 1e-7 && $0 < Self.highestInharmonicity }
    if Self.falls(sound, from: start) { tried += [3e-5, 1e-4, 3e-4, 1e-3] }
    guard !tried.isEmpty else { return nil }
    let plain = remainders(of: sound, 0, hertz, start)
    var (best, least) = (0.0, plain)
    func attempt(_ candidate: Double) -> Bool {
      guard candidate < Self.highestInharmonicity else { return false }
      let own = remainders(of: sound, candidate, hertz, start)
      guard own.sum() < least.sum() else { return false }
      (best, least) = (candidate, own)
      return true
    }
    for candidate in tried { _ = attempt(candidate) }
    guard best > 0 else { return nil }
    for factor in [1.4, 1.12, 1.03] {
      var count = 0
      while count < 4 && attempt(best * factor) { count += 1 }
      while count < 4 && attempt(best / factor) { count += 1 }
    }
    let gain = plain - least
    guard gain.min() > 0 && gain.sum() > 0.2 else { return nil }
    return best
  }

  /// Returns the inharmonicities between which a pitch measurement cannot decide. Harmonic tones, and
  /// estimators that weight partials differently, make B uncertain, and with it the pitch.
  ///
  /// - Returns: 0 alone if a harmonic series has at least 99 % of the highest power in three windows.
  ///   Otherwise the bounds of the series that have, preceded by 0 unless the best one has 8 % more
  ///   power than a harmonic one. If it has less, mostly weak partials are inharmonic.
  func likelyInharmonicities(
    of sound: AudioFrames, around hertz: Double, from start: Int
  ) -> [Double] {
    var powers: [(inharmonicity: Double, power: Double)] = []
    func add(_ inharmonicity: Double) {
      let found = remainders(of: sound, inharmonicity, hertz, start)
      powers.append((inharmonicity, (0..<3).reduce(0) { $0 + 1 - Exponential.exp2(found[$1]) }))
    }
    func best() -> (inharmonicity: Double, power: Double) {
      powers.reduce(powers[0]) { $1.power > $0.power ? $1 : $0 }
    }
    add(0)
    let plain = powers[0].power
    // Those of strings (Fletcher and Rossing 1998, The Physics of Musical Instruments, §12.3).
    var inharmonicity = 2e-5
    while inharmonicity < 2.2e-3 {
      add(inharmonicity)
      inharmonicity *= 1.6
    }
    if plain >= 0.99 * best().power { return [0] }
    for factor in [1.25, 1.1, 1.04, 1.015] {
      let center = best().inharmonicity
      add(center / factor)
      add(center * factor)
    }
    let most = best().power
    let likely = powers.filter { $0.power >= 0.99 * most }.map(\.inharmonicity)
    guard let lowest = likely.min(), let highest = likely.max() else { return [0] }
    let bounds = lowest < highest ? [lowest, highest] : [lowest]
    return most > 1.08 * plain ? bounds : [0] + bounds
  }

  /// Returns the power outside of the series in three windows, as binary logarithms.
  private func remainders(
    of sound: AudioFrames, _ inharmonicity: Double, _ hertz: Double, _ start: Int
  ) -> SIMD3<Double> {
    let count = windowCount(hertz: hertz)
    var result = SIMD3<Double>()
    for index in 0..<3 {
      let first = start + Int((0.1 + 0.15 * Double(index)) * sound.sampleRate)
      let share =
        fit(
          of: [sound.frames], loop: sound.loop, from: first, count: count, around: hertz,
          inharmonicity: inharmonicity)?.share ?? 0
      result[index] = Exponential.log2(max(1 - share, 1e-6))
    }
    return result
  }

  /// Returns whether the level falls by 2 dB from 0.1 to 0.8 seconds, as that of a plucked string.
  private static func falls(_ sound: AudioFrames, from start: Int) -> Bool {
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
}
