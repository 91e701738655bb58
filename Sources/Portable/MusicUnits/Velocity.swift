/// A note-on velocity, 1 through 127. MIDI's velocity 0 is note-off.
public struct Velocity: Hashable, Comparable, Sendable {
  /// The value, 1 through 127.
  public let value: UInt8

  /// Creates a velocity. Returns `nil` if the value is outside 1…127.
  @inlinable public init?(_ value: Int) {
    guard value >= 1 && value <= 127 else { return nil }
    self.value = UInt8(value)
  }

  /// Creates a velocity from an amplitude, 0…1: `round(amplitude · 127)`, clamped to 1…127; `nil`
  /// for zero, negative and NaN amplitudes, which are silent. 0.8 becomes 102. Velocities this far
  /// apart differ in level by twice the decibels of the amplitudes: see ``init(level:)``.
  @inlinable public init?(amplitude: Double) {
    guard amplitude > 0 else { return nil }
    let scaled = min(amplitude, 1) * 127 + 0.5
    self.value = UInt8(min(max(Int(scaled), 1), 127))
  }

  /// Creates the velocity whose level is nearest to an amplitude, 0…1, by the default curve of MIDI
  /// and SoundFont, 40·log₁₀(v/127) dB: `round(127 · √amplitude)`, at least 1. 0.5 becomes 90.
  /// `nil` for zero, negative and NaN amplitudes.
  @inlinable public init?(level amplitude: Double) {
    self.init(amplitude: amplitude.squareRoot())
  }

  /// Returns whether the left velocity is lower.
  @inlinable public static func < (left: Velocity, right: Velocity) -> Bool {
    left.value < right.value
  }
}
