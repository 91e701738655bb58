/// A preset of the loaded bank, as hosts list them.
public struct FactoryPreset: Hashable, Sendable {
  /// The index among the bank's presets, sorted by bank and program. Messages refer to it.
  public var number: Int
  /// The name.
  public var name: String
  /// The bank; 128 is the percussion bank of SoundFont files.
  public var bank: Int
  /// The program, 0 through 127.
  public var program: Int

  /// Creates a preset.
  public init(number: Int, name: String, bank: Int, program: Int) {
    self.number = number
    self.name = name
    self.bank = bank
    self.program = program
  }
}
