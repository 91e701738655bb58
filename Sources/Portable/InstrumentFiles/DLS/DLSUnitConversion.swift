import PeachInstrumentModel

/// From the numbers of DLS to those of the model. In DLS all are 1/65536 of a unit, and the units are
/// SoundFont's: cents, timecents, centibels, tenths of a percent.
enum DLSUnitConversion {
  /// A scale in its unit.
  static func units(_ scale: Int32) -> Float { Float(scale) * (1.0 / 65536) }

  /// A time in timecents; the smallest number is no time at all.
  static func time(_ scale: Int32) -> Float {
    scale == .min ? -12000 : min(max(units(scale), -12000), 8000)
  }

  /// The time of a fall, which DLS counts over 96 dB and SoundFont over 100: at the same slope it is
  /// 1200·log2(100/96) timecents longer.
  static func fall(_ scale: Int32) -> Float {
    let timecents = time(scale)
    return timecents <= -12000 ? timecents : min(timecents + 70.67, 8000)
  }

  /// OneDecimalFormat of a percent. Some of the best-known banks leave the shift by 16 bits out: so small a
  /// number would be next to nothing, and is taken as it stands.
  static func tenths(_ scale: Int32) -> Float {
    abs(Int64(scale)) <= 1000 ? Float(scale) : units(scale)
  }

  /// Cents as semitones and the rest.
  static func tuning(cents: Float) -> (semitones: Float, cents: Float) {
    let semitones = Float(Int(min(max(cents, -12000), 12000) * (1.0 / 100)))
    return (semitones, min(max(cents, -12000), 12000) - 100 * semitones)
  }

  /// The nearest whole number that a modulator can hold.
  static func amount(_ value: Float) -> Int16 {
    Int16(clamping: Int(min(max(value, -32768), 32767) + (value < 0 ? -0.5 : 0.5)))
  }

  /// What differs from SoundFont where nothing is said: both oscillators swing five times a second,
  /// from ten milliseconds on.
  static var defaults: [(generator: Generator, value: Float)] {
    [
      (.modulationLFOFrequency, -851.32), (.vibratoLFOFrequency, -851.32),
      (.modulationLFODelay, -7972.63), (.vibratoLFODelay, -7972.63),
    ]
  }

  /// The connections that every DLS sound has: SoundFont's, with both sends twice as far or more.
  static var defaultModulators: [Modulator] {
    DefaultModulators().modulators.map { modulator in
      var result = modulator
      if modulator.source == 0x00DB || modulator.source == 0x00DD { result.amount = 1000 }
      return result
    }
  }
}
