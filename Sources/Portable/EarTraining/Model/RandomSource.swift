import PeachMusicUnits

/// A seeded generator of random numbers, bit-identical on all platforms.
public struct RandomSource: RandomNumberGenerator, Equatable, Sendable {
  private var bits: SplitMix64

  /// Creates a generator with any seed.
  public init(seed: UInt64) { bits = SplitMix64(seed: seed) }

  /// Creates one of many independent generators with the same seed.
  public init(seed: UInt64, stream: UInt64) {
    var mixer = RandomSource(seed: seed)
    var other = RandomSource(seed: mixer.next() ^ stream)
    bits = SplitMix64(seed: other.next())
  }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 { bits.next() }

  /// Returns a value in 0..<1.
  public mutating func fraction() -> Double { Double(next() &>> 11) * 0x1p-53 }

  /// Returns a value from `low` to `high`.
  public mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * fraction()
  }

  /// Returns an index in `0..<count`.
  public mutating func index(below count: Int) -> Int {
    precondition(count > 0, "The count must be positive.")
    return min(Int(fraction() * Double(count)), count - 1)
  }

  /// Returns `true` or `false` with equal probability.
  public mutating func coin() -> Bool { next() &>> 63 == 1 }

  /// Returns a standard normal value (Box and Muller 1958).
  public mutating func normal() -> Double {
    let radius = (-2 * Natural.log(1 - fraction())).squareRoot()
    return radius * Exponential.sineAndCosine(cycles: fraction()).cosine
  }
}
