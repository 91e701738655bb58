/// An opcode's value with its context: the numbers in the name and the `<control>` settings.
struct SFZArgument {
  var numbers: [Int]
  var text: String
  var control: SFZControl

  /// The value as a number; 0 if it is not one.
  var real: Float { SFZNumber.real(text) ?? 0 }
  var whole: Int { SFZNumber.whole(text) ?? 0 }
  /// The value as a key, transposed by the file's offsets; `nil` if it is not a key.
  var key: Int? {
    SFZNumber.key(text).map { $0 < 0 ? $0 : $0 + control.noteOffset + 12 * control.octaveOffset }
  }
  /// The value as a MIDI key, 0 through 127.
  var switchKey: UInt8? { key.flatMap { UInt8(exactly: $0) }.flatMap { $0 < 128 ? $0 : nil } }
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
  /// The transposition of all keys, in semitones and in octaves.
  var noteOffset = 0
  var octaveOffset = 0
}
