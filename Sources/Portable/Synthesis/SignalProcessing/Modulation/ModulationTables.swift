internal import CDSPKernels
import PeachMusicUnits

/// Lookup tables for control-rate modulation, bit-identical on every machine: powers of two within
/// 10⁻¹⁰, which is less than 10⁻⁶ cents, and filter tangents, within 0.02 cents below 20 kHz.
struct ModulationTables: BitwiseCopyable {
  private static var stepCount: Int { 64 }
  private static var minCents: Double { Double(peach_cutoff_min_cents) }
  private static var centsPerEntry: Double { Double(peach_cutoff_table_step_cents) }
  private static var cutoffCount: Int { 2402 }
  /// 1.5 · 2⁵²: adding it rounds to the nearest integer and leaves it in the low bits.
  @inline(__always) private static var rounding: Double { 6_755_399_441_055_744 }

  private let powers: UnsafeMutablePointer<Double>
  /// Filter tangents by cutoff; an input of the modulation kernel.
  let tangents: UnsafeMutablePointer<Double>

  init(sampleRate: Double) {
    powers = .allocate(capacity: Self.stepCount + Self.cutoffCount)
    tangents = powers + Self.stepCount
    for index in 0..<Self.stepCount {
      let octaves = Double(index) / Double(Self.stepCount)
      (powers + index).initialize(to: Exponential.exp2(octaves))
    }
    for index in 0..<Self.cutoffCount {
      let cents = Self.minCents + Double(index) * Self.centsPerEntry
      (tangents + index).initialize(
        to: StateVariableFilter.tangent(cutoffCents: cents, sampleRate: sampleRate))
    }
  }

  func deallocate() { powers.deallocate() }

  /// Returns 2 to the power of `x`, clamped to ±1000.
  @inline(__always) func exp2(_ x: Double) -> Double { exp2(bounded: min(max(x, -1000), 1000)) }

  /// Returns 2 to a power between −1000 and 1000.
  @inline(__always) func exp2(bounded x: Double) -> Double {
    let rounded = x * Double(Self.stepCount) + Self.rounding
    let whole = Int(truncatingIfNeeded: rounded.bitPattern)
    let y = (x - (rounded - Self.rounding) * (1 / Double(Self.stepCount))) * 0.693147180559945309
    // The exponential series; |y| is at most 0.0055, the first omitted term 4·10⁻¹¹.
    let series = 1 + (y + y * y * (0.5 + y * (1.0 / 6)))
    let exponent = UInt64(truncatingIfNeeded: 1023 &+ (whole &<< 47) &>> 53)
    return powers[whole & (Self.stepCount &- 1)] * series * Double(bitPattern: exponent &<< 52)
  }

  @inline(__always) func amplitude(centibels: Double) -> Double {
    exp2(-0.1 * StateVariableFilter.octavesPerDecibel * centibels)
  }

  /// Returns the filter tangent of a cutoff, clamped to 1500…13500 cents (SoundFont 2.04 §8.1.3,
  /// generator 8), interpolated linearly between entries five cents apart.
  @inline(__always) func tangent(cutoffCents: Float) -> Double {
    let cents = min(max(Double(cutoffCents), Self.minCents), 13500)
    let position = (cents - Self.minCents) * (1 / Self.centsPerEntry)
    let rounded = position - 0.5 + Self.rounding
    let low = tangents + (Int(truncatingIfNeeded: rounded.bitPattern) & 0xFFF)
    return low[0] + (low[1] - low[0]) * (position - (rounded - Self.rounding))
  }
}
