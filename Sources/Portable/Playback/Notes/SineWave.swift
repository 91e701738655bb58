package import PeachInstrumentModel
import PeachMusicUnits

/// A generated bank of one preset, a sine wave.
package enum SineWave {
  /// One looped period of 1,024 frames. With cubic interpolation the error is below 24 bits at any
  /// pitch. Root key and correction specify its original pitch, 46.875 Hz.
  package static var soundBank: SoundBank {
    PeriodicWave.bank(name: "Sine", [PeriodicWave(keys: 0...127, amplitudes: [1])])
  }
}

/// A generated bank of one preset with overtones: eight partials with amplitudes 1/n. Pure
/// intervals of sines have no partials in common, and do not beat if they are out of tune. High
/// keys have those partials that are below half of 48 kHz.
package enum HarmonicTone {
  /// The number of partials, the highest of ``PureInterval``.
  private static var partialCount: Int { 8 }

  package static var soundBank: SoundBank {
    let amplitudes = (1...partialCount).map { 1 / Double($0) }
    return PeriodicWave.bank(
      name: "Harmonic tone",
      [
        // 8 · 2093 Hz (C7) and 5 · 4186 Hz (C8).
        PeriodicWave(keys: 0...96, amplitudes: amplitudes),
        PeriodicWave(keys: 97...108, amplitudes: Array(amplitudes.prefix(5))),
        PeriodicWave(keys: 109...127, amplitudes: [1]),
      ])
  }
}

/// A period of partials for some keys.
private struct PeriodicWave {
  var keys: ClosedRange<UInt8>
  /// The relative amplitudes of the partials, from the fundamental.
  var amplitudes: [Double]

  private static let period = 1024
  private static let sampleRate = 48_000.0

  /// The frames as 24-bit integers. The largest has full scale.
  private var frames: [Int32] {
    var values = [Double](repeating: 0, count: Self.period)
    for (index, amplitude) in amplitudes.enumerated() {
      for frame in 0..<Self.period {
        let cycles = Double((index + 1) * frame % Self.period) / Double(Self.period)
        values[frame] += amplitude * Exponential.sineAndCosine(cycles: cycles).sine
      }
    }
    var peak = amplitudes.count == 1 ? amplitudes[0] : 0
    for value in values { peak = max(peak, value.magnitude) }
    return values.map { Int32(($0 / peak * 8_388_607).rounded()) }
  }

  static func bank(name: String, _ waves: [PeriodicWave]) -> SoundBank {
    var bytes: [UInt8] = []
    var samples: [Sample] = []
    let root = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(sampleRate / Double(period)))
    for wave in waves {
      let frames = wave.frames
      let high = bytes.count
      for frame in frames {
        bytes.append(UInt8(truncatingIfNeeded: frame >> 8))
        bytes.append(UInt8(truncatingIfNeeded: frame >> 16))
      }
      let low = bytes.count
      for frame in frames { bytes.append(UInt8(truncatingIfNeeded: frame)) }
      samples.append(
        Sample(
          name: name, encoding: .integer24(high: high..<low, low: low..<bytes.count),
          sampleRate: sampleRate, rootKey: root.note.number, correctionCents: -root.cents.value,
          loop: 0..<period))
    }
    let regions = waves.enumerated().map { region(ofSample: $0, keys: $1.keys) }
    return SoundBank(
      information: .init(name: name),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: name)],
      samples: samples, storage: ByteStorage(copying: bytes), regionSource: { _, _ in regions })
  }

  private static func region(ofSample index: Int, keys: ClosedRange<UInt8>) -> Region {
    var region = Region(
      sample: index,
      modulators: [
        // Velocity to attenuation, as in every bank (SoundFont 2.04 §8.4.1).
        Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
        // Pitch bend to pitch (§8.4.10).
        Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0),
      ])
    region.keys = keys
    region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue)
    // A release of 62.5 ms for 100 dB, without a click.
    region.generators[.volumeEnvelopeRelease] = -4800
    return region
  }
}
