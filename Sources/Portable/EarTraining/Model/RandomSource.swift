import PeachMusicUnits

/// Random numbers that a seed decides, the same on every platform.
public struct RandomSource: RandomNumberGenerator, Equatable, Sendable {
  private var bits: SplitMix64

  /// The numbers of `seed`; any seed is as good as any other.
  public init(seed: UInt64) { bits = SplitMix64(seed: seed) }

  /// The numbers of one of many independent streams with the same seed.
  public init(seed: UInt64, stream: UInt64) {
    var mixer = RandomSource(seed: seed)
    var other = RandomSource(seed: mixer.next() ^ stream)
    bits = SplitMix64(seed: other.next())
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 { bits.next() }

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
    return radius * Exponential.sineAndCosine(cycles: fraction()).cosine
  }
}
