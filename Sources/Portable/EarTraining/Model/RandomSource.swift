import PeachMusicUnits

/// Random numbers that a seed decides, the same on every platform: SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
public struct RandomSource: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  /// The numbers of `seed`; any seed is as good as any other.
  public init(seed: UInt64) { state = seed }

  /// The numbers of one of many independent streams with the same seed.
  public init(seed: UInt64, stream: UInt64) {
    var mixer = RandomSource(seed: seed)
    var other = RandomSource(seed: mixer.next() ^ stream)
    state = other.next()
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits &>> 31)
  }

  /// A number from 0 up to, not including, 1.
  public mutating func fraction() -> Double { Double(next() &>> 11) * 0x1p-53 }

  /// A number from `low` up to `high`.
  public mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * fraction()
  }

  /// A whole number from 0 up to, not including, `count`, which is at least 1.
  public mutating func index(below count: Int) -> Int {
    precondition(count > 0, "There is nothing to choose from.")
    return min(Int(fraction() * Double(count)), count - 1)
  }

  /// True as often as false.
  public mutating func coin() -> Bool { next() &>> 63 == 1 }

  /// A standard normal number (Box and Muller 1958).
  public mutating func normal() -> Double {
    let radius = (-2 * Natural.log(1 - fraction())).squareRoot()
    return radius * Exponential.sineAndCosine(turns: fraction()).cosine
  }
}
