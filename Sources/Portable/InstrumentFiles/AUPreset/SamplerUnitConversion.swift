import PeachInstrumentModel
import PeachMusicUnits

/// Conversions from the units of Apple's sampler to the model's.
enum SamplerUnitConversion {
  /// Returns timecents from −12,000 through 8000.
  static func timecents(_ seconds: Double) -> Float {
    seconds <= 0.001 ? -12_000 : min(Float(1200 * Exponential.log2(seconds)), 8000)
  }

  /// Returns the timecents of a decay by 96 dB at the same slope; the model's time is for 100 dB.
  static func decay(_ seconds: Double) -> Float { timecents(seconds * 100 / 96) }

  /// Returns a frequency in absolute cents: 6900 for 440 Hz.
  static func absoluteCents(_ hertz: Double) -> Double {
    6900 + 1200 * Exponential.log2(max(hertz, 0.001) / 440)
  }

  /// Returns the factor from a destination's unit to a generator's. Attenuation is in centibels.
  static func factor(_ generator: Generator) -> Double {
    switch generator {
    case .initialAttenuation: -10
    case .initialFilterResonance, .modulationLFOToVolume: 10
    default: 1
    }
  }

  /// Returns the index in SoundFont's controller palette (2.04 §8.2.1); `nil` if there is none.
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

  /// Returns a unipolar linear source and the factor of its amount: the bend range reaches 127/128
  /// here, and 1 in the model.
  static func linear(_ source: SamplerConnection.Source) -> (bits: UInt16, reach: Double)? {
    index(source).map { ($0, source == .bendRange ? 127.0 / 128 : 1) }
  }
}
