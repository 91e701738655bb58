/// Conversions of 7-bit and 14-bit values.
enum SystemExclusiveValues {
  /// Converts 0…127 to 0…1.
  static func fraction(_ value: UInt8) -> Double { Double(value) / 127 }

  /// Converts 0…127 to −1…1, with 0 at 64 and exact ends.
  static func bipolarFraction(_ value: UInt8) -> Double {
    let steps = Double(value) - 64
    return steps < 0 ? steps / 64 : steps / 63
  }

  /// Converts a pan of 1…127 to −1…1, with 0 at 64; 0 equals 1.
  static func pan(_ value: UInt8) -> Double { value < 1 ? -1 : (Double(value) - 64) / 63 }

  /// Converts 0…127 to −64…63.
  static func steps(_ value: UInt8) -> Int8 { Int8(truncatingIfNeeded: value &- 64) }

  /// Converts 0…16,383 to −100…100 cents, with 0 at 8,192 (MIDI 1.0, Master Tuning; CA-021).
  static func cents(_ value: Int) -> Double { (Double(value) - 8192) * 100 / 8192 }
}
