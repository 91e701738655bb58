import PeachMusicUnits

/// Measures the pitch contour of the first two seconds of a recording.
struct SoundingPitchEstimator {
  var sound: AudioFrames
  var onset: Onset
  var comb: CombEstimator

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
    let inharmonicity =
      comb.inharmonicity(of: sound, around: hertz, from: start, candidates: inharmonicities) ?? 0
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

  private func fit(
    _ first: Int, _ count: Int, _ hertz: Double, _ inharmonicity: Double
  ) -> CombEstimator.Fit? {
    comb.fit(
      of: [sound.frames], loop: sound.loop, from: first, count: count, around: hertz,
      inharmonicity: inharmonicity)
  }
}
