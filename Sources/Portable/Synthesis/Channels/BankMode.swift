/// The mapping of bank select (controllers 0 and 32) to banks of a SoundFont file, whose percussion
/// kits are in bank 128.
public enum BankMode: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Roland GS: controller 0 is the bank; controller 32 selects a model and is ignored.
  case gs
  /// General MIDI 1: always bank 0, and percussion on channel 10.
  case generalMIDI
  /// General MIDI 2: controller 0 is 121 for melodic presets, whose bank is controller 32, or 120
  /// for percussion.
  case generalMIDI2
  /// Yamaha XG: controller 0 is 0 for melodic presets, whose bank is controller 32; 126 or 127 for
  /// percussion; any other value, such as 64 for effect voices, is the bank.
  case xg
  /// A 14-bit bank: controller 0 times 128 plus controller 32. No channel is special.
  case plain

  /// The bank of percussion kits in SoundFont files.
  static var percussionBank: UInt16 { @_noLocks @_noAllocation get { 128 } }

  struct Selection: Equatable, BitwiseCopyable {
    var bank: UInt16
    var isPercussion: Bool
  }

  /// Returns the bank for the values of controllers 0 and 32.
  func selection(msb: UInt8, lsb: UInt8, isDrumChannel: Bool) -> Selection {
    let percussion = Selection(bank: BankMode.percussionBank, isPercussion: true)
    switch self {
    case .gs: return isDrumChannel ? percussion : Selection(bank: UInt16(msb), isPercussion: false)
    case .generalMIDI: return isDrumChannel ? percussion : Selection(bank: 0, isPercussion: false)
    case .generalMIDI2:
      if msb == 120 || (isDrumChannel && msb != 121) { return percussion }
      return Selection(bank: UInt16(lsb), isPercussion: false)
    case .xg:
      if msb >= 126 || (isDrumChannel && msb == 0) { return percussion }
      return Selection(bank: UInt16(msb == 0 ? lsb : msb), isPercussion: false)
    case .plain:
      let bank = UInt16(msb) &<< 7 | UInt16(lsb)
      return Selection(bank: bank, isPercussion: bank == BankMode.percussionBank)
    }
  }
}
