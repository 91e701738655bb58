/// Random numbers that are the same for a seed on every machine: SplitMix64 (Steele, Lea and Flood,
/// Fast splittable pseudorandom number generators, 2014, figure 17).
public struct RandomNumbers {
  private var state: UInt64

  /// The numbers that belong to a seed.
  public init(seed: UInt64) { state = seed }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }

  /// A whole number in a range.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: count).high)
  }

  /// A real number from 0 up to 1.
  public mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

  /// A real number between two.
  public mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// True so often in one.
  public mutating func chance(_ share: Double) -> Bool { unit() < share }

  /// One of these.
  public mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[whole(0...(choices.count - 1))]
  }

  /// 0 through 127.
  public mutating func sevenBits() -> UInt8 { UInt8(next() & 127) }

  /// Any of 16 bits, the ends of their range more often than others.
  public mutating func extreme() -> Int16 {
    if chance(0.4) { return pick([.min, .max, -1, 0, 1, -12000, 12000, 1440, 960]) }
    return Int16(truncatingIfNeeded: next())
  }
}
