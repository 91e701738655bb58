import PeachInstrumentModel
import PeachMusicUnits

/// From the numbers of Apple's sampler to those of the model.
enum SamplerUnitConversion {
  /// Seconds in timecents; no time at all is the least.
  static func timecents(_ seconds: Double) -> Float {
    seconds <= 0.001 ? -12_000 : min(Float(1200 * Exponential.log2(seconds)), 8000)
  }

  /// The time of a fall over 96 dB; in the model it is counted over 100, at the same slope.
  static func fall(_ seconds: Double) -> Float { timecents(seconds * 100 / 96) }

  /// Hertz in absolute cents, 6900 for 440.
  static func absoluteCents(_ hertz: Double) -> Double {
    6900 + 1200 * Exponential.log2(max(hertz, 0.001) / 440)
  }

  /// What a destination's unit is multiplied by for a generator: attenuation counts in centibels,
  /// downward.
  static func factor(_ generator: Generator) -> Double {
    switch generator {
    case .initialAttenuation: -10
    case .initialFilterResonance: 10
    case .modulationLFOToVolume: 10
    default: 1
    }
  }

  /// The number of a source in SoundFont's list (SoundFont 2.04 §8.2.1); nil for what is none of it.
  static func index(_ source: SamplerConnection.Source) -> UInt16? {
    switch source {
    case .velocity: 2
    case .key: 3
    case .pitchWheel: 14
    case .bendRange: 16
    case .controller(let number): 0x80 | UInt16(number & 0x7F)
    default: nil
    }
  }

  /// A source from 0 to 1, and what its amount is multiplied by: seven bits go to 127/128 of the way
  /// there, in the model to the whole of it.
  static func linear(
    _ source: SamplerConnection.Source
  ) -> (bits: UInt16, reach: Double)? {
    index(source).map { ($0, 127.0 / 128) }
  }
}
