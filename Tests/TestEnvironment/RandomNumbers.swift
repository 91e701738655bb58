/// A deterministic generator: SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom
/// number generators, 2014, figure 17).
public struct RandomNumbers {
  private var state: UInt64

  /// Creates the generator of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }

  /// Returns an integer in a range.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: count).high)
  }

  /// Returns a number from 0 up to, but not including, 1.
  public mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

  /// Returns a number between two others.
  public mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// Returns `true` with this probability.
  public mutating func chance(_ share: Double) -> Bool { unit() < share }

  /// Returns one of these elements.
  public mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[whole(0...(choices.count - 1))]
  }

  /// Returns a value from 0 to 127.
  public mutating func sevenBits() -> UInt8 { UInt8(next() & 127) }

  /// Returns a 16-bit value, with extremes more often than others.
  public mutating func extreme() -> Int16 {
    if chance(0.4) { return pick([.min, .max, -1, 0, 1, -12000, 12000, 1440, 960]) }
    return Int16(truncatingIfNeeded: next())
  }
}
