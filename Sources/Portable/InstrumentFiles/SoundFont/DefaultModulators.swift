public import PeachInstrumentModel

/// The modulators that every region has where its file says nothing else (SoundFont 2.04 §8.4).
public struct DefaultModulators: Sendable {
  /// In the order of §8.4: ten by the text, nine in practice.
  public let modulators: [Modulator]

  /// The default modulators in one reading of the text.
  ///
  /// The text misprints the source of the volume controller (§8.4.5) as 0x0582 while it describes
  /// 0x0587, and has no number for the pitch wheel's destination (§8.4.10), “initial pitch”: here
  /// it is the fine tune, whose unit it shares.
  public init(reading: SoundFontReading = SoundFontReading()) {
    func moves(
      _ source: UInt16, _ generator: Generator, by amount: Int16, scaledBy scale: UInt16 = 0
    ) -> Modulator {
      Modulator(
        source: source, destination: UInt16(generator.rawValue), amount: amount,
        amountSource: scale, transform: 0)
    }
    var all = [moves(0x0502, .initialAttenuation, by: 960)]  // §8.4.1, velocity
    if reading.velocityMovesFilterCutoff {
      all.append(moves(0x0102, .initialFilterCutoff, by: -2400))  // §8.4.2, velocity
    }
    all.append(moves(0x000D, .vibratoLFOToPitch, by: 50))  // §8.4.3, channel pressure
    all.append(moves(0x0081, .vibratoLFOToPitch, by: 50))  // §8.4.4, controller 1
    all.append(moves(0x0587, .initialAttenuation, by: 960))  // §8.4.5, controller 7
    all.append(moves(0x028A, .pan, by: reading.panControllerAmount))  // §8.4.6, controller 10
    all.append(moves(0x058B, .initialAttenuation, by: 960))  // §8.4.7, controller 11
    all.append(moves(0x00DB, .reverbSend, by: 200))  // §8.4.8, controller 91
    all.append(moves(0x00DD, .chorusSend, by: 200))  // §8.4.9, controller 93
    // §8.4.10, pitch wheel times its sensitivity
    all.append(moves(0x020E, .fineTune, by: 12700, scaledBy: 0x0010))
    modulators = all
  }
}
