/// A frequency.
///
/// ```swift
/// Frequency.hertz(440).raised(by: Cents(100)).hertz  // 466.1637615180899
/// ```
public struct Frequency: Hashable, Comparable, Sendable {
  /// The value in hertz. Any finite value above zero is playable.
  public var hertz: Double

  /// Creates a frequency in hertz.
  @inlinable public init(hertz: Double) { self.hertz = hertz }

  /// Returns a frequency in hertz, as in `play(frequency: .hertz(442.3), …)`.
  @inlinable public static func hertz(_ hertz: Double) -> Frequency { Frequency(hertz: hertz) }

  /// Whether the frequency is finite and above zero.
  @inlinable public var isPlayable: Bool { hertz > 0 && hertz < .infinity }

  /// Returns the frequency `interval` above this one, or below it if the interval is negative.
  @inlinable public func raised(by interval: Cents) -> Frequency {
    Frequency(hertz: hertz * Exponential.exp2(interval.value / 1200))
  }

  /// Returns the interval from `other` up to this frequency.
  @inlinable public func interval(from other: Frequency) -> Cents {
    Cents(1200 * Exponential.log2(hertz / other.hertz))
  }

  /// Returns whether the left frequency is lower.
  @inlinable public static func < (left: Frequency, right: Frequency) -> Bool {
    left.hertz < right.hertz
  }
}
