import PeachMusicUnits

/// The power of partials at half numbers, such as those of an organ's 16′ drawbar: if they are
/// present, the fundamental is an octave below the measured pitch.
///
/// They change their sign from period to period, so that the alternating sum of periods contains
/// them and no others. The products of the sums of adjacent blocks do not contain noise on average.
struct HalfNumberPartials {
  private var half = 0.0
  private var whole = 0.0

  /// −30 dB.
  private static let leastShare = 1e-3
  private static let blockSeconds = 0.1
  private static let leastPeriods = 8
  private static let leastBlocks = 4
  private static let maxBlocks = 10

  /// Measures the second from a period on.
  ///
  /// - Parameters:
  ///   - spectra: The periods of each channel, read along the contour.
  ///   - hertz: The mean pitch.
  init(_ spectra: some Sequence<PitchSynchronousSpectrum>, from first: Int, hertz: Double) {
    let length = max(Int(Self.blockSeconds * hertz) & ~1, Self.leastPeriods)
    // A Hann window, so that slow changes cancel.
    let window = (0..<length).map { index in
      let cycles = (Double(index) + 0.5) / Double(length)
      return 0.5 - 0.5 * Exponential.sineAndCosine(cycles: cycles).cosine
    }
    for spectrum in spectra {
      let blocks = min((spectrum.rows + 1 - first) / length, Self.maxBlocks)
      guard blocks >= Self.leastBlocks else { continue }
      let points = spectrum.points
      var sums = [Double](repeating: 0, count: points)
      var (alternating, earlierSums, earlierAlternating) = (sums, sums, sums)
      for block in 0..<blocks {
        for point in 0..<points { (sums[point], alternating[point]) = (0, 0) }
        for index in 0..<length {
          let period = spectrum.periods + (first + block * length + index) * points
          let weight = window[index]
          let signed = index % 2 == 0 ? weight : -weight
          for point in 0..<points {
            let value = Double(period[point])
            sums[point] += weight * value
            alternating[point] += signed * value
          }
        }
        if block > 0 {
          for point in 0..<points {
            whole += sums[point] * earlierSums[point]
            half += alternating[point] * earlierAlternating[point]
          }
        }
        swap(&sums, &earlierSums)
        swap(&alternating, &earlierAlternating)
      }
    }
  }

  /// Whether they have more than −30 dB of the power of the other partials.
  var arePresent: Bool { half > Self.leastShare * whole && whole > 0 }
}
