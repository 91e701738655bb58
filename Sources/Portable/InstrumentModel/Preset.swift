/// What MIDI calls a preset by: 16,384 banks of 128 programs.
public struct PresetIdentifier: Hashable, Comparable, Sendable {
  /// 0 is the melodic bank, 128 the percussion bank of SoundFont files.
  public var bank: UInt16
  /// 0 through 127; 42 is General MIDI's cello.
  public var program: UInt8

  /// The preset with these numbers.
  public init(bank: UInt16, program: UInt8) {
    self.bank = bank
    self.program = program
  }

  /// By bank, then by program.
  public static func < (left: PresetIdentifier, right: PresetIdentifier) -> Bool {
    (left.bank, left.program) < (right.bank, right.program)
  }
}

/// What a musician picks: a name, its numbers, and its place in the bank.
public struct Preset: Hashable, Sendable {
  /// Bank and program.
  public var identifier: PresetIdentifier
  /// The name in the file, without trailing spaces.
  public var name: String
  /// Where MIDI controllers stand when it is chosen, for those of which it says so.
  public var controllers: [ControllerSetting]

  /// A preset of this name and these numbers.
  public init(
    identifier: PresetIdentifier, name: String, controllers: [ControllerSetting] = []
  ) {
    self.identifier = identifier
    self.name = name
    self.controllers = controllers
  }

  /// 0 is the melodic bank, 128 the percussion bank of SoundFont files.
  public var bank: UInt16 { identifier.bank }
  /// 0 through 127.
  public var program: UInt8 { identifier.program }
}
