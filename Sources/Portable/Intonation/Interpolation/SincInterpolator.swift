internal import CDSPKernels
import PeachMusicUnits

/// A windowed-sinc interpolator with a Kaiser window (Kaiser and Schafer 1980, IEEE Trans. ASSP 28,
/// 105). The taps are stored at 512 phases, with their differences to the next phase. Linear
/// interpolation between phases has an error of −106 dB. Frames and taps have single precision,
/// positions double.
final class SincInterpolator {
  /// The number of taps: ``audioTaps`` or ``analysisTaps``.
  let taps: Int
  private static let audioTaps = 32
  private static let analysisTaps = 16
  private static let phases = peach_reader_phases
  /// The frames before the first one that may be read.
  private static let lead = peach_reader_lead
  /// The coefficients of each phase: the taps, then their differences.
  private let table: UnsafeMutablePointer<Float>

  /// Creates an interpolator. `beta` is the parameter of the window.
  private init(taps: Int, beta: Double) {
    self.taps = taps
    table = .allocate(capacity: Self.phases * 2 * taps)
    table.initialize(repeating: 0, count: Self.phases * 2 * taps)
    var row = Self.coefficients(at: 0, taps: taps, beta: beta)
    for phase in 0..<Self.phases {
      let fraction = Double(phase + 1) / Double(Self.phases)
      let next = Self.coefficients(at: fraction, taps: taps, beta: beta)
      for tap in 0..<taps {
        table[phase * 2 * taps + tap] = Float(row[tap])
        table[phase * 2 * taps + taps + tap] = Float(next[tap] - row[tap])
      }
      row = next
    }
  }

  /// Returns an interpolator with 32 taps: errors below −100 dB up to 0.38 of the sample rate.
  static func forAudio() -> SincInterpolator { SincInterpolator(taps: audioTaps, beta: 11) }

  /// Returns an interpolator with 16 taps: errors below −85 dB up to 0.31 of the sample rate.
  static func forAnalysis() -> SincInterpolator { SincInterpolator(taps: analysisTaps, beta: 9) }

  deinit { table.deallocate() }

  /// Reads a channel at fractional positions, in frames. Positions beyond the ends, and NaN, yield
  /// 0.
  func read(
    _ source: PaddedFrames, at positions: UnsafePointer<Double>, count: Int,
    into frames: UnsafeMutablePointer<Float>
  ) {
    let reader = peach_sinc_reader(
      table: table, frames: source.frames - (Self.lead + taps / 2 - 1), count: Double(source.count))
    AnalysisKernels.read(
      reader, at: positions, count: count, isLong: taps == Self.audioTaps, into: frames)
  }

  /// Returns the taps at a fraction of a frame, 0…1. Their sum is 1.
  private static func coefficients(at fraction: Double, taps: Int, beta: Double) -> [Double] {
    let half = taps / 2
    var sum = 0.0
    var row: [Double] = []
    for tap in 0..<taps {
      let distance = Double(tap - (half - 1)) - fraction
      let share = distance / Double(half)
      let window = bessel(beta * max(1 - share * share, 0).squareRoot())
      let value =
        abs(distance) < 1e-12
        ? window
        : window * Exponential.sineAndCosine(cycles: 0.5 * distance).sine
          / (3.141592653589793 * distance)
      row.append(value)
      sum += value
    }
    for tap in 0..<taps { row[tap] /= sum }
    return row
  }

  /// Returns the modified Bessel function of order 0.
  private static func bessel(_ x: Double) -> Double {
    let square = x * x / 4
    var (term, sum) = (1.0, 1.0)
    for index in 1...40 {
      term *= square / Double(index * index)
      sum += term
    }
    return sum
  }
}
