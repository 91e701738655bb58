package import PeachInstrumentModel

/// The default modulators of SoundFont 2.04 §8.4.
package struct DefaultModulators: Sendable {
  /// The modulators in the order of §8.4: ten in the specification, nine in practice.
  package let modulators: [Modulator]

  /// Creates the default modulators. The specification misprints the source of the volume
  /// controller (§8.4.5) as 0x0582, but describes 0x0587. It has no generator for the pitch wheel's
  /// destination “initial pitch” (§8.4.10); this is the fine tune here, which has the same unit.
  package init(reading: SoundFontReading = SoundFontReading()) {
    func modulator(
      _ source: UInt16, _ generator: Generator, by amount: Int16, scaledBy scale: UInt16 = 0
    ) -> Modulator {
      Modulator(
        source: source, destination: UInt16(generator.rawValue), amount: amount,
        amountSource: scale, transform: 0)
    }
    let velocityToCutoff = modulator(0x0102, .initialFilterCutoff, by: -2400)  // §8.4.2
    modulators =
      [modulator(0x0502, .initialAttenuation, by: 960)]  // §8.4.1, velocity
      + (reading.velocityModulatesFilterCutoff ? [velocityToCutoff] : [])
      + [
        modulator(0x000D, .vibratoLFOToPitch, by: 50),  // §8.4.3, channel pressure
        modulator(0x0081, .vibratoLFOToPitch, by: 50),  // §8.4.4, controller 1
        modulator(0x0587, .initialAttenuation, by: 960),  // §8.4.5, controller 7
        modulator(0x028A, .pan, by: reading.panControllerAmount),  // §8.4.6, controller 10
        modulator(0x058B, .initialAttenuation, by: 960),  // §8.4.7, controller 11
        modulator(0x00DB, .reverbSend, by: 200),  // §8.4.8, controller 91
        modulator(0x00DD, .chorusSend, by: 200),  // §8.4.9, controller 93
        // §8.4.10, pitch wheel times its sensitivity
        modulator(0x020E, .fineTune, by: 12700, scaledBy: 0x0010),
      ]
  }
}
