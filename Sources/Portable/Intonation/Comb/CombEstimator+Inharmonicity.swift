import PeachMusicUnits

extension CombEstimator {
  private static let highestInharmonicity = 0.02

  /// Returns the inharmonicity B with which the series leaves the least power; `nil` unless it
  /// leaves 5 % less than a harmonic series, in each of three windows. Vibrato shifts partials,
  /// too, but not in the same direction.
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
    let windows = windows(of: [sound.frames], loop: sound.loop, hertz, start, distance: 0.15)
    let plain = remainders(of: windows, 0)
    var (best, least) = (0.0, plain)
    func attempt(_ candidate: Double) -> Bool {
      guard candidate < Self.highestInharmonicity else { return false }
      let own = remainders(of: windows, candidate)
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

  /// Returns the inharmonicities between which a pitch measurement cannot decide. Harmonic tones,
  /// and estimators that weight partials differently, make B uncertain, and with it the pitch.
  ///
  /// Compares the power outside of the series in three windows of the first second.
  ///
  /// - Returns: 0 alone if no series leaves 10 % less than a harmonic one. Otherwise the bounds of
  ///   the series that leave at most 10 % more than the best one, preceded by 0 unless that leaves
  ///   45 % less than a harmonic one. Empty if the partials are those of a bar or bell, not of a
  ///   string.
  func likelyInharmonicities(
    of channels: [UnsafeBufferPointer<Float>], around hertz: Double, from start: Int
  ) -> [Double] {
    var series: [(inharmonicity: Double, rest: Double)] = []
    let windows = windows(
      of: channels, loop: nil, hertz, start, distance: Self.windowDistance)
    func add(_ inharmonicity: Double) {
      series.append((inharmonicity, rest(of: windows, inharmonicity) + 3 * Self.leastRest))
    }
    func best() -> (inharmonicity: Double, rest: Double) {
      series.reduce(series[0]) { $1.rest < $0.rest ? $1 : $0 }
    }
    add(0)
    let plain = series[0].rest
    // A harmonic series that matches nothing.
    if plain >= 3 { return [] }
    var inharmonicity = Self.stringInharmonicities.lowerBound
    while inharmonicity < 1.1 * Self.stringInharmonicities.upperBound {
      add(inharmonicity)
      inharmonicity *= 1.3
    }
    for factor in [1.1, 1.04, 1.015] where best().inharmonicity > 0 {
      let center = best().inharmonicity
      add(center / factor)
      add(center * factor)
    }
    let (found, least) = best()
    if least > 0.9 * plain { return [0] }
    if found > Self.stringInharmonicities.upperBound { return [] }
    let likely = series.filter { $0.rest <= 1.1 * least && $0.inharmonicity > 0 }
      .map { $0.inharmonicity }
    guard let lowest = likely.min(), let highest = likely.max() else { return [0] }
    let bounds = lowest < highest ? [lowest, highest] : [lowest]
    // Three more windows: the partials of two strings that beat cancel at different times.
    let others = self.windows(
      of: channels, loop: nil, hertz, start + Int(Self.windowDistance / 2 * sampleRate),
      distance: Self.windowDistance)
    // The lines are as wide in both series.
    let floor = 6 * Self.leastDifference - 3 * Self.leastRest
    let isString =
      least + rest(of: others, found) + floor < 0.55 * (plain + rest(of: others, 0) + floor)
    return isString ? bounds : [0] + bounds
  }

  /// The inharmonicities of strings with eight partials below 5 kHz (Fletcher and Rossing 1998, The
  /// Physics of Musical Instruments, §12.3).
  private static let stringInharmonicities = 2e-5...2e-3
  /// The part of the power of a window that no series holds: lines of tones that decay are wider.
  private static let leastRest = 0.005
  /// The part of the power of a window that does not tell two series apart, −27 dB: weak partials
  /// of harmonic tones are a cent from their series, too.
  private static let leastDifference = 0.002
  /// The distance of three windows in the first second, in seconds.
  private static let windowDistance = 0.3

  /// Returns three windows of the first second, valid until the next call.
  ///
  /// - Parameter distance: Their distance in seconds.
  private func windows(
    of channels: [UnsafeBufferPointer<Float>], loop: Range<Int>?, _ hertz: Double, _ start: Int,
    distance: Double
  ) -> [Window?] {
    let count = windowCount(hertz: hertz)
    return (0..<3).map { index in
      let first = start + Int((0.1 + distance * Double(index)) * sampleRate)
      return window(
        of: channels, loop: loop, from: first, count: count, around: hertz, slot: 1 + index)
    }
  }

  /// Returns the power outside of the series in three windows, as binary logarithms.
  private func remainders(of windows: [Window?], _ inharmonicity: Double) -> SIMD3<Double> {
    var result = SIMD3<Double>()
    for (index, window) in windows.enumerated() {
      let share = window.flatMap { fit(of: $0, inharmonicity: inharmonicity) }?.share ?? 0
      result[index] = Exponential.log2(max(1 - share, 1e-6))
    }
    return result
  }

  /// Returns the sum of the parts of the power outside of the series in three windows.
  private func rest(of windows: [Window?], _ inharmonicity: Double) -> Double {
    let logarithms = remainders(of: windows, inharmonicity)
    return (0..<3).reduce(0) { $0 + Exponential.exp2(logarithms[$1]) }
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
