import PeachMusicUnits

/// Reads between frames: a sinc over 96 of them under a window of four cosines.
///
/// What is below 0.45 of the frame rate comes out as it was to 0.001 dB, and its images lie below −90 dB
/// (window: Nuttall 1981, IEEE Trans. ASSP 29, 84, with a continuous first derivative).
struct WindowedSinc {
  /// How many frames before and behind count.
  static let reach = 48
  /// How many frames must be there on either side of what is read.
  static let margin = reach + 2

  private static let steps = 512
  /// From the middle outwards, and two more for reading between them.
  private let window: [Double]

  init() {
    let count = Self.reach * Self.steps
    window = (0..<count + 2).map { index in
      guard index < count else { return 0 }
      func cosine(_ times: Int) -> Double {
        Exponential.sineAndCosine(cycles: 0.5 * Double(times * index) / Double(count)).cosine
      }
      return 0.355768 + 0.487396 * cosine(1) + 0.144232 * cosine(2) + 0.012604 * cosine(3)
    }
  }

  /// `count` frames of what is in `source`, the first from the place `start` and each `step` behind
  /// the one before. Places count from the source's frame ``margin``, and are within its margins.
  func read(_ source: [Double], from start: Double, step: Double, count: Int) -> [Double] {
    source.withUnsafeBufferPointer { source in
      (0..<count).map { value(source, at: start + Double($0) * step) }
    }
  }

  private func value(_ source: UnsafeBufferPointer<Double>, at place: Double) -> Double {
    var whole = Int(place)
    if Double(whole) > place { whole -= 1 }
    let fraction = place - Double(whole)
    let first = whole + Self.margin
    guard fraction > 1e-9 else { return source[first] }
    // sin(π·(fraction + k)) has one value but for its sign.
    var sine = Exponential.sineAndCosine(cycles: 0.5 * fraction).sine / 3.141592653589793
    var sum = 0.0
    var weights = 0.0
    for distance in 0..<Self.reach {
      let before = Double(distance) + fraction
      let behind = Double(distance + 1) - fraction
      let early = sine * weight(before) / before
      let late = sine * weight(behind) / behind
      sum += early * source[first &- distance] + late * source[first &+ 1 &+ distance]
      weights += early + late
      sine = -sine
    }
    return sum / weights
  }

  private func weight(_ distance: Double) -> Double {
    let place = distance * Double(Self.steps)
    let index = Int(place)
    return window[index] + (place - Double(index)) * (window[index + 1] - window[index])
  }
}
