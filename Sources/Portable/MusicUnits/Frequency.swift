/// How often a tone repeats in a second.
///
/// ```swift
/// Frequency.hertz(440).raised(by: Cents(100)).hertz  // 466.1637615180899
/// ```
public struct Frequency: Hashable, Comparable, Sendable {
  /// Periods per second; any finite value above zero is a pitch.
  public var hertz: Double

  /// A frequency in hertz.
  @inlinable public init(hertz: Double) { self.hertz = hertz }

  /// A frequency in hertz, for reading at the call: `play(frequency: .hertz(442.3), …)`.
  @inlinable public static func hertz(_ hertz: Double) -> Frequency { Frequency(hertz: hertz) }

  /// True where a player can sound it: finite and above zero.
  @inlinable public var isPlayable: Bool { hertz > 0 && hertz < .infinity }

  /// The frequency `interval` above this one (below, where it is negative).
  @inlinable public func raised(by interval: Cents) -> Frequency {
    Frequency(hertz: hertz * Exponential.exp2(interval.value / 1200))
  }

  /// The interval from `other` up to this frequency.
  @inlinable public func interval(from other: Frequency) -> Cents {
    Cents(1200 * Exponential.log2(hertz / other.hertz))
  }

  /// Lower sounds first.
  @inlinable public static func < (left: Frequency, right: Frequency) -> Bool {
    left.hertz < right.hertz
  }
}
