import PeachBankValidation
import PeachInstrumentModel
import PeachServices
import Testing

/// Sources: General MIDI System Level 1, sound set (programs 120 to 128 counted from 1: reverse
/// cymbal and sound effects); General MIDI Level 2 §3.3.1 (bank 120: rhythm).
@Suite("Presets whose intonation is checked")
struct MelodicPresetTests {
  private func preset(_ bank: UInt16, _ program: UInt8) -> Preset {
    Preset(identifier: PresetIdentifier(bank: bank, program: program), name: "")
  }

  @Test("Sound effects of General MIDI, their variations and kits have no intonation")
  func generalMIDI() {
    let all = (0..<128).map { preset(0, UInt8($0)) }
    let others = [preset(1, 126), preset(8, 40), preset(11, 119), preset(120, 0), preset(128, 0)]
    let expected = (0..<128).map { $0 < 119 } + [false, true, false, false, false]
    #expect(BankCheck.melodicPresets(all + others) == expected)
  }

  @Test("In a bank of a few instruments, program 121 may be a flute")
  func otherBank() {
    let presets = [preset(0, 0), preset(0, 121), preset(128, 121)]
    #expect(BankCheck.melodicPresets(presets) == [true, true, false])
  }
}
