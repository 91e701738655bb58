import Peach

extension PresetIdentifier {
  /// A preset as it is written on the command line: `0:42`. Nil for anything else.
  /// A bank goes to 65535: that far count files (SoundFont 2.04 §7.2), though MIDI ends at 16383.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let bank = UInt16(parts[0]), let program = UInt8(parts[1]),
      program < 128
    else { return nil }
    self.init(bank: bank, program: program)
  }
}
