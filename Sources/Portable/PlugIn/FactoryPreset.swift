/// A preset of the bank that a unit has loaded, as hosts list them.
public struct FactoryPreset: Hashable, Sendable {
  /// Its place among the bank's presets by bank and program, from 0: what messages call it by.
  public var number: Int
  /// What the bank calls it.
  public var name: String
  /// 128 is the percussion bank of SoundFont files.
  public var bank: Int
  /// 0 through 127.
  public var program: Int

  /// A preset of these parts.
  public init(number: Int, name: String, bank: Int, program: Int) {
    self.number = number
    self.name = name
    self.bank = bank
    self.program = program
  }
}
