/// How hard a key is struck: 1 through 127. There is no velocity 0; that would be silence.
public struct Velocity: Hashable, Comparable, Sendable {
  /// 1 through 127.
  public let value: UInt8

  /// The velocity with this value; nil unless it is 1 through 127.
  @inlinable public init?(_ value: Int) {
    guard value >= 1 && value <= 127 else { return nil }
    self.value = UInt8(value)
  }

  /// The velocity for an amplitude of 0…1: `round(amplitude · 127)`, at least 1, at most 127.
  ///
  /// Nil for zero, negative and NaN amplitudes: they are silence, not a note at velocity 1.
  /// `Velocity(amplitude: 0.8)?.value` is `102`.
  @inlinable public init?(amplitude: Double) {
    guard amplitude > 0 else { return nil }
    let scaled = min(amplitude, 1) * 127 + 0.5
    self.value = UInt8(min(max(Int(scaled), 1), 127))
  }

  /// Softer first.
  @inlinable public static func < (left: Velocity, right: Velocity) -> Bool {
    left.value < right.value
  }
}
