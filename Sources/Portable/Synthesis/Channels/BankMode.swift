/// How bank select (controllers 0 and 32) becomes a bank of a SoundFont file, where percussion has
/// a bank of its own, 128.
public enum BankMode: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Roland GS: controller 0 is the bank, 32 says for which model and is ignored.
  case gs
  /// General MIDI 1: one bank and the percussion of channel 10, whatever is selected.
  case generalMIDI
  /// General MIDI 2: controller 0 is 121 for melodic sounds, whose bank is controller 32, or 120 for
  /// percussion.
  case generalMIDI2
  /// Yamaha XG: controller 0 is 0 for melodic sounds, whose bank is controller 32; 126 or 127 for
  /// percussion; else, as with the effect voices of 64, the bank itself.
  case xg
  /// 14 bits as they are: controller 0 times 128 plus controller 32; no channel is special.
  case plain

  /// What a program change makes of a channel.
  struct Selection: Equatable, BitwiseCopyable {
    var bank: UInt16
    var isPercussion: Bool
  }

  /// The bank for controllers 0 and 32 of a channel that is, or is not, one for percussion unless
  /// they say otherwise.
  func selection(coarse: UInt8, fine: UInt8, isRhythmPart: Bool) -> Selection {
    let percussion = Selection(bank: UInt16(ProgramTable.percussionBank), isPercussion: true)
    switch self {
    case .gs:
      if isRhythmPart { return percussion }
      return Selection(bank: UInt16(coarse), isPercussion: false)
    case .generalMIDI:
      return isRhythmPart ? percussion : Selection(bank: 0, isPercussion: false)
    case .generalMIDI2:
      if coarse == 120 || (isRhythmPart && coarse != 121) { return percussion }
      return Selection(bank: UInt16(fine), isPercussion: false)
    case .xg:
      if coarse >= 126 || (isRhythmPart && coarse == 0) { return percussion }
      return Selection(bank: UInt16(coarse == 0 ? fine : coarse), isPercussion: false)
    case .plain:
      let bank = UInt16(coarse) &<< 7 | UInt16(fine)
      return Selection(bank: bank, isPercussion: bank == UInt16(ProgramTable.percussionBank))
    }
  }
}
