import Peach

extension PresetIdentifier {
  /// Parses `BANK:PROGRAM`, such as `0:42`; returns `nil` for other text.
  ///
  /// Banks range up to 65535, as in files (SoundFont 2.04 §7.2), although MIDI ends at 16383.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let bank = UInt16(parts[0]), let program = UInt8(parts[1]),
      program < 128
    else { return nil }
    self.init(bank: bank, program: program)
  }
}
