/// An interval: 1200 cents are an octave, 100 an equal-tempered semitone.
public struct Cents: Hashable, Comparable, Sendable {
  /// Hundredths of an equal-tempered semitone; upward is positive.
  public var value: Double

  /// An interval of so many cents.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Smaller, or further down, first.
  @inlinable public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }
}
