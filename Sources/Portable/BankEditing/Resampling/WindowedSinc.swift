import PeachMusicUnits

/// A windowed-sinc interpolator with 96 taps and a four-term cosine window. The passband is flat to
/// 0.001 dB below 0.45 of the sample rate, and images are below −90 dB. Window: Nuttall 1981, IEEE
/// Trans. ASSP 29, 84, with a continuous first derivative.
struct WindowedSinc {
  static let tapsPerSide = 48
  /// The number of frames required before and after the positions to read.
  static let margin = tapsPerSide + 2

  private static let windowSteps = 512
  /// Half of the window, from its center, and two more values for interpolation.
  private let window: [Double]

  init() {
    let count = Self.tapsPerSide * Self.windowSteps
    window = (0..<count + 2).map { index in
      guard index < count else { return 0 }
      func cosine(_ harmonic: Int) -> Double {
        Exponential.sineAndCosine(cycles: 0.5 * Double(harmonic * index) / Double(count)).cosine
      }
      return 0.355768 + 0.487396 * cosine(1) + 0.144232 * cosine(2) + 0.012604 * cosine(3)
    }
  }

  /// Returns `count` interpolated frames, from the position `start` in steps of `step`. Position 0
  /// is the source's frame ``margin``. All positions must lie between the margins.
  func read(_ source: [Double], from start: Double, step: Double, count: Int) -> [Double] {
    source.withUnsafeBufferPointer { source in
      (0..<count).map { value(source, at: start + Double($0) * step) }
    }
  }

  /// Returns the interpolated frames at any positions between the margins.
  func read(_ source: [Double], at positions: [Double]) -> [Double] {
    source.withUnsafeBufferPointer { source in positions.map { value(source, at: $0) } }
  }

  private func value(_ source: UnsafeBufferPointer<Double>, at position: Double) -> Double {
    var integer = Int(position)
    if Double(integer) > position { integer -= 1 }
    let fraction = position - Double(integer)
    let center = integer + Self.margin
    guard fraction > 1e-9 else { return source[center] }
    // |sin(π·(fraction + k))| is the same for all k.
    var sine = Exponential.sineAndCosine(cycles: 0.5 * fraction).sine / 3.141592653589793
    var sum = 0.0
    var weights = 0.0
    for tap in 0..<Self.tapsPerSide {
      let distanceBefore = Double(tap) + fraction
      let distanceAfter = Double(tap + 1) - fraction
      let before = sine * windowValue(distanceBefore) / distanceBefore
      let after = sine * windowValue(distanceAfter) / distanceAfter
      sum += before * source[center &- tap] + after * source[center &+ 1 &+ tap]
      weights += before + after
      sine = -sine
    }
    return sum / weights
  }

  private func windowValue(_ distance: Double) -> Double {
    let position = distance * Double(Self.windowSteps)
    let index = Int(position)
    return window[index] + (position - Double(index)) * (window[index + 1] - window[index])
  }
}
