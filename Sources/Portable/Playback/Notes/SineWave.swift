package import PeachInstrumentModel
import PeachMusicUnits

/// A generated bank of one preset, a sine wave.
package enum SineWave {
  private static let period = 1024
  private static let sampleRate = 48_000.0

  /// One looped period of 1,024 frames. With cubic interpolation the error is below 24 bits at any
  /// pitch. Root key and correction specify its original pitch, 46.875 Hz.
  package static var soundBank: SoundBank {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(period * 3)
    var low: [UInt8] = []
    for frame in 0..<period {
      let value = Exponential.sineAndCosine(cycles: Double(frame) / Double(period)).sine
      let integer = Int32((value * 8_388_607).rounded())
      bytes.append(UInt8(truncatingIfNeeded: integer >> 8))
      bytes.append(UInt8(truncatingIfNeeded: integer >> 16))
      low.append(UInt8(truncatingIfNeeded: integer))
    }
    let high = bytes.count
    bytes += low
    let root = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(sampleRate / Double(period)))
    let sample = Sample(
      name: "Sine", encoding: .integer24(high: 0..<high, low: high..<bytes.count),
      sampleRate: sampleRate, rootKey: root.note.number, correctionCents: -root.cents.value,
      loop: 0..<period)
    var region = Region(
      sample: 0,
      modulators: [
        // Velocity to attenuation, as in every bank (SoundFont 2.04 §8.4.1).
        Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
        // Pitch bend to pitch (§8.4.10).
        Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0),
      ])
    region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue)
    // A release of 62.5 ms for 100 dB, without a click.
    region.generators[.volumeEnvelopeRelease] = -4800
    let regions = [region]
    return SoundBank(
      information: .init(name: "Sine"),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "Sine")],
      samples: [sample], storage: ByteStorage(copying: bytes), regionSource: { _, _ in regions })
  }
}
