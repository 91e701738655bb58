import PeachMusicUnits

/// From the numbers of EXS24 to seconds, hertz, decibels and cents, as Apple's own sampler takes them:
/// read off presets that it saved after it had opened such instruments.
package enum EXS24UnitConversion {
  /// A time of an envelope, 0 through 127: 10 seconds at most, by the fourth power.
  package static func seconds(_ value: Int) -> Double {
    let part = Double(min(max(value, 0), 127)) / 127
    return 10 * part * part * part * part
  }

  /// A part of the whole, 0 through 127.
  package static func part(_ value: Int) -> Double { Double(min(max(value, 0), 127)) / 127 }

  /// A filter's frequency, 0 through 1000: ten octaves from 20 Hz.
  package static func cutoffHertz(_ value: Int) -> Double {
    20 * Exponential.exp2(Double(min(max(value, 0), 1000)) / 100)
  }

  /// A filter's resonance, 0 through 1000.
  package static func resonanceDecibels(_ value: Int) -> Double { 0.04 * Double(value) }

  /// How far a filter's frequency is moved, −1000 through 1000.
  package static func cutoffCents(_ value: Int) -> Double { 12 * Double(value) }

  /// An oscillator's rate: 98 is 4.8 swings a second, and twelve more are twice as many.
  package static func hertz(_ value: Int) -> Double {
    4.8 * Exponential.exp2((Double(min(max(value, 0), 127)) - 98) / 12)
  }

  /// How far pitch is moved, −1000 through 1000: an octave at most, by the fourth power.
  package static func pitchCents(_ value: Int) -> Double {
    let part = Double(min(max(value, -1000), 1000)) / 1000
    let cents = 1200 * part * part * part * part
    return part < 0 ? -cents : cents
  }
}
