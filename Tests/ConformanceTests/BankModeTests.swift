import PeachInstrumentModel
import PeachSynthesis
import Testing

/// Bank selection in General MIDI 1 and 2 (§3.3), Roland GS, Yamaha XG, and plain MIDI.
@Suite("Bank select")
struct BankModeTests {
  /// Returns the preset selected by controllers 0 and 32 and program 5, by mode.
  static func chosen(
    _ mode: BankMode, coarse: UInt8, fine: UInt8, channel: UInt8 = 0,
    events: [SynthesizerEvent] = []
  ) -> PresetIdentifier {
    var synthesizer = Synthesizer(SynthesizerConfiguration(bankMode: mode))
    for event in events { synthesizer.handle(event) }
    synthesizer.handle(.control(0, coarse, channel: channel))
    synthesizer.handle(.control(32, fine, channel: channel))
    synthesizer.handle(.programChange(channel: channel, program: 5))
    return synthesizer.requestedPreset(onChannel: channel)
  }

  // Proves controller 0, 32: MIDI 1.0 table III, GM2 §3.3, GS and XG by their manuals; exact
  // Proves message program-change: MIDI 1.0 table II; exact
  @Test("Each mode maps controllers 0 and 32 to a bank")
  func modes() {
    let rows: [(BankMode, UInt8, UInt8, UInt8, UInt16)] = [
      (.gs, 8, 0, 0, 8), (.gs, 8, 3, 0, 8), (.gs, 8, 0, 9, 128),
      (.generalMIDI, 8, 0, 0, 0), (.generalMIDI, 0, 0, 9, 128),
      (.generalMIDI2, 121, 3, 0, 3), (.generalMIDI2, 120, 0, 0, 128),
      (.generalMIDI2, 121, 2, 9, 2), (.generalMIDI2, 0, 0, 9, 128),
      (.xg, 0, 18, 0, 18), (.xg, 127, 0, 0, 128), (.xg, 126, 0, 3, 128), (.xg, 64, 0, 0, 64),
      (.xg, 0, 0, 9, 128),
      (.plain, 0, 9, 0, 9), (.plain, 1, 0, 0, 128), (.plain, 2, 5, 9, 261),
    ]
    for (mode, coarse, fine, channel, bank) in rows {
      let chosen = Self.chosen(mode, coarse: coarse, fine: fine, channel: channel)
      #expect(
        chosen == PresetIdentifier(bank: bank, program: 5), "\(mode) \(coarse) \(fine) \(channel)")
    }
  }

  // Proves controller 0: XG data format, "part mode"; exact
  @Test("A drum channel becomes melodic again with another bank")
  func back() {
    var synthesizer = Synthesizer(SynthesizerConfiguration(bankMode: .xg))
    for (bank, expected) in [(127, 128), (0, 0)] as [(UInt8, UInt16)] {
      synthesizer.handle(.control(0, bank))
      synthesizer.handle(.programChange(channel: 0, program: 1))
      #expect(synthesizer.requestedPreset(onChannel: 0).bank == expected)
    }
  }

  @Test("System resets change the bank mode, unless the configuration fixes it")
  func resets() {
    var free = Synthesizer()
    var fixed = Synthesizer(SynthesizerConfiguration(bankMode: .plain))
    for event in [.reset(.xg), .control(32, 7), .programChange(channel: 0, program: 2)]
      as [SynthesizerEvent]
    {
      free.handle(event)
      fixed.handle(event)
    }
    #expect(free.requestedPreset(onChannel: 0) == PresetIdentifier(bank: 7, program: 2))
    #expect(fixed.requestedPreset(onChannel: 9) == PresetIdentifier(bank: 0, program: 0))
    #expect(free.requestedPreset(onChannel: 9) == PresetIdentifier(bank: 128, program: 0))
  }

  @Test("A GS drum part plays kits, and its own program again afterwards")
  func drumChannel() {
    var synthesizer = Synthesizer()
    synthesizer.handle(.programChange(channel: 3, program: 40))
    synthesizer.handle(.drumChannel(channel: 3, isOn: true))
    #expect(synthesizer.requestedPreset(onChannel: 3) == PresetIdentifier(bank: 128, program: 0))
    synthesizer.handle(.programChange(channel: 3, program: 8))
    #expect(synthesizer.requestedPreset(onChannel: 3) == PresetIdentifier(bank: 128, program: 8))
    synthesizer.handle(.drumChannel(channel: 3, isOn: false))
    #expect(synthesizer.requestedPreset(onChannel: 3) == PresetIdentifier(bank: 0, program: 8))
  }
}
