internal import CVoiceKernels
import PeachMusicUnits

/// Powers of two and cutoffs for what moves: every modulated voice asks for them every 64 frames.
///
/// Powers are within 10⁻¹⁰, a ten-millionth of a cent; cutoffs below 20 kHz within 0.02 cent. All is
/// plain arithmetic, the same bits everywhere.
struct ControlTables: BitwiseCopyable {
  private static var stepCount: Int { 64 }
  private static var lowestCents: Double { Double(peach_lowest_cents) }
  private static var centsPerEntry: Double { Double(peach_cents_per_tangent) }
  private static var cutoffCount: Int { 2402 }
  /// Added and taken off again, it rounds to a whole number, which stands in its lowest bits.
  @inline(__always) private static var rounding: Double { 6_755_399_441_055_744 }

  private let powers: UnsafeMutablePointer<Double>
  /// The filters' tangents, which the kernels read too.
  let tangents: UnsafeMutablePointer<Double>

  init(sampleRate: Double) {
    powers = .allocate(capacity: Self.stepCount + Self.cutoffCount)
    tangents = powers + Self.stepCount
    for index in 0..<Self.stepCount {
      let octaves = Double(index) / Double(Self.stepCount)
      (powers + index).initialize(to: Exponential.exp2(octaves))
    }
    for index in 0..<Self.cutoffCount {
      let cents = Self.lowestCents + Double(index) * Self.centsPerEntry
      (tangents + index).initialize(
        to: StateVariableFilter.tangent(cutoffCents: cents, sampleRate: sampleRate))
    }
  }

  func deallocate() { powers.deallocate() }

  /// 2 to the power of `x`, which is brought within ±1000.
  @inline(__always) func exp2(_ x: Double) -> Double {
    let x = min(max(x, -1000), 1000)
    let rounded = x * Double(Self.stepCount) + Self.rounding
    let whole = Int(truncatingIfNeeded: rounded.bitPattern)
    let y = (x - (rounded - Self.rounding) * (1 / Double(Self.stepCount))) * 0.693147180559945309
    // The exponential series; |y| is at most 0.0055, the first term left out 4·10⁻¹¹.
    let series = 1 + (y + y * y * (0.5 + y * (1.0 / 6)))
    let exponent = UInt64(truncatingIfNeeded: 1023 &+ (whole &<< 47) &>> 53)
    return powers[whole & (Self.stepCount &- 1)] * series * Double(bitPattern: exponent &<< 52)
  }

  /// A level in centibels below full as a factor.
  @inline(__always) func amplitude(centibels: Double) -> Double {
    exp2(-0.1 * StateVariableFilter.octavesPerDecibel * centibels)
  }

  /// The filter's tangent for a cutoff, brought within 1500 through 13500 cents (SoundFont 2.04
  /// §8.1.3, 8): a straight line between entries five cents apart.
  @inline(__always) func tangent(cutoffCents: Float) -> Double {
    let cents = min(max(Double(cutoffCents), Self.lowestCents), 13500)
    let place = (cents - Self.lowestCents) * (1 / Self.centsPerEntry)
    let rounded = place - 0.5 + Self.rounding
    let low = tangents + (Int(truncatingIfNeeded: rounded.bitPattern) & 0xFFF)
    return low[0] + (low[1] - low[0]) * (place - (rounded - Self.rounding))
  }
}
