import PeachMusicUnits

/// An opcode's value with its context: the numbers in the name and the `<control>` settings.
struct SFZArgument {
  var numbers: [Int]
  var text: String
  var control: SFZControl

  /// The value as a number. Rules of numbers are applied to numbers only; see ``SFZValueKind``.
  var real: Float { SFZNumber.real(text) ?? 0 }
  var whole: Int { SFZNumber.whole(text) ?? 0 }
  /// The value as a key, transposed by the file's offsets; `nil` if it is not a key.
  var key: Int? {
    SFZNumber.key(text).map { $0 < 0 ? $0 : $0 + control.noteOffset + 12 * control.octaveOffset }
  }
  /// The value as a key switch, 0 through 127, transposed by the file's offsets of key switches.
  var switchKey: UInt8? {
    guard let key = SFZNumber.key(text), key >= 0 else { return nil }
    return UInt8(exactly: key + control.switchNoteOffset + 12 * control.switchOctaveOffset)
      .flatMap { $0 < 128 ? $0 : nil }
  }
  /// The value as a frequency in hertz: a number, or that of a key's name at A4 = 440 Hz. `nil`
  /// if it is neither.
  var hertz: Float? {
    if let number = SFZNumber.real(text) { return number }
    return SFZNumber.key(text).map { Float(440 * Exponential.exp2(Double($0 - 69) / 12)) }
  }
  /// The value clamped to 0 through 127.
  var sevenBits: UInt8 { UInt8(min(max(whole, 0), 127)) }
  /// The value clamped to 1 through 65,535.
  var count: UInt16 { UInt16(clamping: max(whole, 1)) }
  /// The value as the number of a group.
  var group: UInt32 { UInt32(bitPattern: Int32(clamping: whole)) }
  /// The value as a choice, in lower case.
  var choice: String { FilePath.folded(text) }
  var isOn: Bool { SFZNumber.isOn(text) }
  /// The value, 0…1, as a controller value of 0 through 127.
  var controllerValue: Int { Int(real(0...1) * 127 + 0.5) }
  /// The first number in the name.
  var number: Int { numbers.first ?? 0 }
  /// The MIDI controller in the name.
  var controller: UInt8 { UInt8(min(max(number, 0), 127)) }

  /// Returns the value clamped to a range.
  func real(_ range: ClosedRange<Float>) -> Float {
    min(max(real, range.lowerBound), range.upperBound)
  }
}

/// Settings of `<control>` that apply to the opcodes that follow.
struct SFZControl: Sendable {
  /// The prefix of sample paths.
  var defaultPath = ""
  /// The transposition of keys, except key switches, in semitones and in octaves.
  var noteOffset = 0
  var octaveOffset = 0
  /// The transposition of key switches, which ``noteOffset`` and ``octaveOffset`` do not affect.
  var switchNoteOffset = 0
  var switchOctaveOffset = 0
}
