/// Elementary functions that are bit-identical on every platform; C libraries differ in the last
/// bit, and WebAssembly has none. All are accurate to about 2 ULP, and never trap.
public enum Exponential {
  /// Returns 2 to the power of `x`: 0 below −1022, infinity from 1024, NaN for NaN.
  @inlinable public static func exp2(_ x: Double) -> Double {
    if x != x { return x }
    if x < -1022 { return 0 }
    if x >= 1024 { return .infinity }
    let whole = nearest(x)
    let y = (x - Double(whole)) * 0.693147180559945309417
    // The exponential series on ±ln(2)/2; the first omitted term is below 1e-17. Estrin's scheme
    // shortens the dependency chain.
    let y2 = y * y
    let y4 = y2 * y2
    let first = (0.5 + y * (1.0 / 6)) + y2 * (1.0 / 24 + y * (1.0 / 120))
    let second = (1.0 / 720 + y * (1.0 / 5_040)) + y2 * (1.0 / 40_320 + y * (1.0 / 362_880))
    let third =
      (1.0 / 3_628_800 + y * (1.0 / 39_916_800))
      + y2 * (1.0 / 479_001_600 + y * (1.0 / 6_227_020_800)) + y4 * (1.0 / 87_178_291_200)
    let sum = 1 + (y + y2 * (first + y4 * (second + y4 * third)))
    // At 1024 − 0.5 and above the rounded exponent would overflow; the halved scale does not.
    let half = whole > 1023 ? 1 : 0
    let scale = Double(bitPattern: UInt64(bitPattern: Int64(whole &- half &+ 1023)) &<< 52)
    return half == 1 ? sum * scale * 2 : sum * scale
  }

  /// Returns the binary logarithm of `x`: −infinity for 0 and below, NaN for NaN.
  @inlinable public static func log2(_ x: Double) -> Double {
    if x != x || x == .infinity { return x }
    if x <= 0 { return -.infinity }
    let isSubnormal = x < 2.2250738585072014e-308
    let bits = (isSubnormal ? x * 18_014_398_509_481_984 : x).bitPattern
    var exponent = Int(bits &>> 52) &- 1023 &- (isSubnormal ? 54 : 0)
    var mantissa = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent &+= 1
    }
    // ln m = 2 artanh((m − 1) / (m + 1)); the argument is at most 0.172.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 1.0 / 23
    sum = sum * square + 1.0 / 21
    sum = sum * square + 1.0 / 19
    sum = sum * square + 1.0 / 17
    sum = sum * square + 1.0 / 15
    sum = sum * square + 1.0 / 13
    sum = sum * square + 1.0 / 11
    sum = sum * square + 1.0 / 9
    sum = sum * square + 1.0 / 7
    sum = sum * square + 1.0 / 5
    sum = sum * square + 1.0 / 3
    sum = sum * square + 1
    return Double(exponent) + 2 * s * sum * 1.44269504088896340736
  }

  /// Returns the sine and cosine of a phase in cycles; 1 cycle is 2π radians. Exact at multiples of
  /// a quarter cycle: `sineAndCosine(cycles: 0.25)` is `(1.0, 0.0)`. Arguments beyond ±2^51 cycles,
  /// infinities and NaN give `(0, 1)`.
  @inlinable public static func sineAndCosine(cycles: Double) -> (sine: Double, cosine: Double) {
    if !(cycles > -2_251_799_813_685_248 && cycles < 2_251_799_813_685_248) { return (0, 1) }
    let quarter = nearest(cycles * 4)
    let y = (cycles - Double(quarter) * 0.25) * 6.28318530717958647693
    let square = y * y
    // Taylor series on ±π/4; the first omitted terms are below 1e-17.
    var sine = -1.0 / 1_307_674_368_000
    sine = sine * square + 1.0 / 6_227_020_800
    sine = sine * square - 1.0 / 39_916_800
    sine = sine * square + 1.0 / 362_880
    sine = sine * square - 1.0 / 5_040
    sine = sine * square + 1.0 / 120
    sine = sine * square - 1.0 / 6
    sine = (sine * square + 1) * y
    var cosine = 1.0 / 20_922_789_888_000
    cosine = cosine * square - 1.0 / 87_178_291_200
    cosine = cosine * square + 1.0 / 479_001_600
    cosine = cosine * square - 1.0 / 3_628_800
    cosine = cosine * square + 1.0 / 40_320
    cosine = cosine * square - 1.0 / 720
    cosine = cosine * square + 1.0 / 24
    cosine = cosine * square - 0.5
    cosine = cosine * square + 1
    switch quarter & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns the tangent of a phase in cycles; large, but never infinite, near a quarter cycle.
  @inlinable public static func tangent(cycles: Double) -> Double {
    let (sine, cosine) = sineAndCosine(cycles: cycles)
    return sine / (cosine == 0 ? 1e-300 : cosine)
  }

  /// Returns the nearest integer, halves rounded up. For `abs(x)` below 2^52 only.
  @inlinable static func nearest(_ x: Double) -> Int {
    let truncated = Int(x + 0.5)
    return Double(truncated) > x + 0.5 ? truncated &- 1 : truncated
  }
}
