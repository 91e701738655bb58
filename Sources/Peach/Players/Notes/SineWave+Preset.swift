import PeachPlayback

extension SineWave {
  /// The sine wave as a preset.
  static var bank: BankPreset { BankPreset(bank: soundBank, index: 0) }
}
