import PeachMusicUnits

/// A windowed-sinc interpolator with 32 taps and a Kaiser window (Kaiser and Schafer 1980, IEEE
/// Trans. ASSP 28, 105) of β = 11. The passband is flat up to 0.38 of the sample rate; errors are
/// below −100 dB there.
///
/// The taps are stored at 512 phases, with their differences to the next phase. Linear interpolation
/// between phases has an error of −106 dB. Frames and taps have single precision, positions double.
final class SincInterpolator {
  static let taps = 32
  private static let phases = 512
  /// The coefficients of each phase: 32 taps, then 32 differences.
  private let table: UnsafeMutablePointer<Float>

  init() {
    let taps = Self.taps
    table = .allocate(capacity: Self.phases * 2 * taps)
    table.initialize(repeating: 0, count: Self.phases * 2 * taps)
    var row = Self.coefficients(at: 0)
    for phase in 0..<Self.phases {
      let next = Self.coefficients(at: Double(phase + 1) / Double(Self.phases))
      for tap in 0..<taps {
        table[phase * 2 * taps + tap] = Float(row[tap])
        table[phase * 2 * taps + taps + tap] = Float(next[tap] - row[tap])
      }
      row = next
    }
  }

  deinit { table.deallocate() }

  /// Returns the frame at a fractional position; 0 beyond the ends.
  @inline(__always)
  func value(_ source: PaddedFrames, at position: Double) -> Float {
    value(source.frames, count: Double(source.count), at: position)
  }

  /// Returns the frame at a fractional position of `count` frames between margins. Tests NaN too.
  @inline(__always)
  func value(_ frames: UnsafeMutablePointer<Float>, count: Double, at position: Double) -> Float {
    guard position > -16, position < count + 16 else { return 0 }
    let shifted = position + 32
    let integer = Int(shifted)
    let phase = (shifted - Double(integer)) * Double(Self.phases)
    let row = Int(phase)
    let share = Float(phase - Double(row))
    let source = UnsafeRawPointer(frames + (integer &- (32 + Self.taps / 2 - 1)))
    let taps = UnsafeRawPointer(table + row &* (2 * Self.taps))
    var sum = SIMD8<Float>.zero
    var differences = SIMD8<Float>.zero
    for part in 0..<4 {
      let offset = part &* 32
      let values = source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      sum += values * taps.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      differences +=
        values * taps.loadUnaligned(fromByteOffset: offset &+ 128, as: SIMD8<Float>.self)
    }
    let all = sum + share * differences
    let half = all.lowHalf + all.highHalf
    let pair = half.lowHalf + half.highHalf
    return pair.x + pair.y
  }

  /// Returns the taps at a fraction of a frame, 0…1. Their sum is 1.
  private static func coefficients(at fraction: Double) -> [Double] {
    let half = taps / 2
    var sum = 0.0
    var row: [Double] = []
    for tap in 0..<taps {
      let distance = Double(tap - (half - 1)) - fraction
      let share = distance / Double(half)
      let window = bessel(11 * max(1 - share * share, 0).squareRoot())
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
