import PeachInstrumentModel

/// Converts DLS values to the model's units. DLS values are 16.16 fixed-point numbers in
/// SoundFont's units: cents, timecents, centibels and 0.1 %.
enum DLSUnitConversion {
  static func units(_ scale: Int32) -> Float { Float(scale) * (1.0 / 65536) }

  /// Converts a time to timecents; `Int32.min` is 0 seconds.
  static func time(_ scale: Int32) -> Float {
    scale == .min ? -12000 : min(max(units(scale), -12000), 8000)
  }

  /// Converts the time of a decay or release. DLS measures it over 96 dB, SoundFont over 100 dB: at
  /// the same slope it is 1200·log2(100/96) timecents longer.
  static func decay(_ scale: Int32) -> Float {
    let timecents = time(scale)
    return timecents <= -12000 ? timecents : min(timecents + 70.67, 8000)
  }

  /// Converts a value in units of 0.1 %. Some well-known banks omit the shift by 16 bits: values up
  /// to 1000 are used unshifted.
  static func tenths(_ scale: Int32) -> Float {
    abs(Int64(scale)) <= 1000 ? Float(scale) : units(scale)
  }

  /// Rounds to the nearest integer and clamps to 16 bits, as the amount of a modulator.
  static func amount(_ value: Float) -> Int16 {
    Int16(clamping: Int(min(max(value, -32768), 32767) + (value < 0 ? -0.5 : 0.5)))
  }

  /// The defaults that differ from SoundFont's: both LFOs run at 5 Hz with a delay of 10 ms.
  static var defaults: [(generator: Generator, value: Float)] {
    [
      (.modulationLFOFrequency, -851.32), (.vibratoLFOFrequency, -851.32),
      (.modulationLFODelay, -7972.63), (.vibratoLFODelay, -7972.63),
    ]
  }

  /// The default modulators: SoundFont's, with effect sends of 100 % instead of 20 % (CC 91, 93).
  static var defaultModulators: [Modulator] {
    DefaultModulators().modulators.map { modulator in
      var result = modulator
      if modulator.source == 0x00DB || modulator.source == 0x00DD { result.amount = 1000 }
      return result
    }
  }
}
