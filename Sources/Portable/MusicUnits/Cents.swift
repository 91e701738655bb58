/// An interval: 1200 cents are an octave, 100 an equal-tempered semitone.
public struct Cents: Hashable, Comparable, Sendable {
  /// Hundredths of an equal-tempered semitone; upward is positive.
  public var value: Double

  /// Creates an interval in cents.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Returns whether the left interval is smaller.
  @inlinable public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }
}
