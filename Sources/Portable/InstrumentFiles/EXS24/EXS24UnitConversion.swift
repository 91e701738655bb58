import PeachMusicUnits

/// Conversions from EXS24's values to seconds, hertz, decibels and cents. Derived from presets that
/// Apple's sampler saved after opening EXS24 instruments.
package enum EXS24UnitConversion {
  /// Returns an envelope time for 0 through 127: the fourth power, up to 10 seconds.
  package static func seconds(_ value: Int) -> Double {
    let fraction = fraction(value)
    return 10 * fraction * fraction * fraction * fraction
  }

  /// Returns a fraction for 0 through 127.
  package static func fraction(_ value: Int) -> Double { Double(min(max(value, 0), 127)) / 127 }

  /// Returns a filter cutoff for 0 through 1000: ten octaves from 20 Hz.
  package static func cutoffHertz(_ value: Int) -> Double {
    20 * Exponential.exp2(Double(min(max(value, 0), 1000)) / 100)
  }

  /// Returns a filter resonance for 0 through 1000.
  package static func resonanceDecibels(_ value: Int) -> Double { 0.04 * Double(value) }

  /// Returns a modulation depth of the cutoff for −1000 through 1000.
  package static func cutoffCents(_ value: Int) -> Double { 12 * Double(value) }

  /// Returns an LFO rate: 98 is 4.8 Hz, and 12 more double the rate.
  package static func hertz(_ value: Int) -> Double {
    4.8 * Exponential.exp2((Double(min(max(value, 0), 127)) - 98) / 12)
  }

  /// Returns a modulation depth of the pitch for −1000 through 1000: the fourth power, up to an
  /// octave.
  package static func pitchCents(_ value: Int) -> Double {
    let depth = Double(min(max(value, -1000), 1000)) / 1000
    let cents = 1200 * depth * depth * depth * depth
    return depth < 0 ? -cents : cents
  }
}
