/// The bank and program that select a preset: 16,384 banks of 128 programs.
public struct PresetIdentifier: Hashable, Comparable, Sendable {
  /// The bank; 128 is the percussion bank of SoundFont files.
  public var bank: UInt16
  /// The program, 0 through 127; 42 is General MIDI's cello.
  public var program: UInt8

  /// Creates an identifier.
  public init(bank: UInt16, program: UInt8) {
    self.bank = bank
    self.program = program
  }

  /// Bank and program as one number, in the same order.
  package var number: Int { Int(bank) << 8 | Int(program) }

  /// By bank, then by program.
  public static func < (left: PresetIdentifier, right: PresetIdentifier) -> Bool {
    left.number < right.number
  }
}

/// The name and the numbers of a preset.
public struct Preset: Hashable, Sendable {
  /// Bank and program.
  public var identifier: PresetIdentifier
  /// The name in the file, without trailing spaces.
  public var name: String
  /// The initial values of MIDI controllers that the preset sets.
  package var controllers: [ControllerSetting]

  package init(identifier: PresetIdentifier, name: String, controllers: [ControllerSetting] = []) {
    self.identifier = identifier
    self.name = name
    self.controllers = controllers
  }

  /// The bank; 128 is the percussion bank of SoundFont files.
  public var bank: UInt16 { identifier.bank }
  /// The program, 0 through 127.
  public var program: UInt8 { identifier.program }
}

/// The value of a MIDI controller.
package struct ControllerSetting: BitwiseCopyable, Hashable, Sendable {
  package var controller: UInt8
  package var value: UInt8

  /// Creates a setting. Clamps both arguments to 127.
  package init(controller: UInt8, value: UInt8) {
    self.controller = min(controller, 127)
    self.value = min(value, 127)
  }
}
