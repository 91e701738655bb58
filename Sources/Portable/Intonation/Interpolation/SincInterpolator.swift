import PeachMusicUnits

/// A windowed-sinc interpolator with a Kaiser window (Kaiser and Schafer 1980, IEEE Trans. ASSP 28,
/// 105). The taps are stored at 512 phases, with their differences to the next phase. Linear
/// interpolation between phases has an error of −106 dB. Frames and taps have single precision,
/// positions double.
final class SincInterpolator {
  /// The number of taps, a multiple of 8.
  let taps: Int
  fileprivate static let phases = 512
  /// The frames before the first one that may be read.
  fileprivate static let lead = 32
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
  static func forAudio() -> SincInterpolator { SincInterpolator(taps: 32, beta: 11) }

  /// Returns an interpolator with 16 taps: errors below −85 dB up to 0.31 of the sample rate.
  static func forAnalysis() -> SincInterpolator { SincInterpolator(taps: 16, beta: 9) }

  deinit { table.deallocate() }

  /// Returns a reader of a channel, valid as long as both exist and the channel is not reset.
  func reader(of source: PaddedFrames) -> Reader {
    Reader(
      table: table, taps: taps, frames: source.frames - (Self.lead + taps / 2 - 1),
      count: Double(source.count))
  }

  /// Reads a channel at fractional positions. Does not own its memory.
  struct Reader {
    fileprivate let table: UnsafePointer<Float>
    fileprivate let taps: Int
    /// The first frame that is read at the position −``SincInterpolator/lead``.
    fileprivate let frames: UnsafePointer<Float>
    fileprivate let count: Double

    /// Returns the frame at a fractional position; 0 beyond the ends, and for NaN.
    @inline(__always)
    func value(at position: Double) -> Float {
      guard position > -16, position < count + 16 else { return 0 }
      let scaled = (position + Double(SincInterpolator.lead)) * Double(SincInterpolator.phases)
      // The sum with 2⁵² has the integer part in its lower bits: a conversion without a check. At
      // ties the rounding may yield the phase below, which then has a share of 1.
      let sum = (scaled - 0.5) + 0x1p52
      let share = Float(scaled - (sum - 0x1p52))
      let bits = sum.bitPattern & 0xF_FFFF_FFFF_FFFF
      let integer = Int(truncatingIfNeeded: bits / UInt64(SincInterpolator.phases))
      let phase = Int(truncatingIfNeeded: bits % UInt64(SincInterpolator.phases))
      let source = UnsafeRawPointer(frames + integer)
      let bytes = 4 &* self.taps
      let taps = UnsafeRawPointer(table + phase &* (2 &* self.taps))
      let changes = taps + bytes
      var (first, second) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (firstChange, secondChange) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var offset = 0
      while offset < bytes {
        let a = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
        let b = source.loadUnaligned(fromByteOffset: offset &+ 16, as: SIMD4<Float>.self)
        first += a * taps.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
        second += b * taps.loadUnaligned(fromByteOffset: offset &+ 16, as: SIMD4<Float>.self)
        firstChange += a * changes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
        secondChange +=
          b * changes.loadUnaligned(fromByteOffset: offset &+ 16, as: SIMD4<Float>.self)
        offset &+= 32
      }
      let all = (first + second) + share * (firstChange + secondChange)
      return (all.x + all.z) + (all.y + all.w)
    }
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
