import PeachMusicUnits

extension CombEstimator {
  private static let highestInharmonicity = 0.02

  /// An inharmonic series that fits a sound better than a harmonic one.
  struct Inharmonicity {
    var value: Double
    /// Whether the series has at least 3.5 % more power. If not, only weak partials are inharmonic.
    var isAudible: Bool
  }

  /// Returns the inharmonicity B with which the series leaves the least power; `nil` unless it leaves
  /// 5 % less than a harmonic series, in each of three windows. Vibrato shifts partials, too, but not
  /// in the same direction.
  ///
  /// - Parameters:
  ///   - start: The frame of the onset.
  ///   - candidates: Estimates. A sound that decays is also compared with those of strings.
  func inharmonicity(
    of sound: AudioFrames, around hertz: Double, from start: Int, candidates: [Double]
  ) -> Inharmonicity? {
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
    return Inharmonicity(value: best, isAudible: Self.power(least) > 1.035 * Self.power(plain))
  }

  /// Returns the power of a series in all windows.
  private static func power(_ remainders: SIMD3<Double>) -> Double {
    (0..<3).reduce(0) { $0 + 1 - Exponential.exp2(remainders[$1]) }
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
