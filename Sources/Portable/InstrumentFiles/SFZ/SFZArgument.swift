/// An opcode's value, with the numbers in its name and what holds for the whole file.
struct SFZArgument {
  /// The numbers in the opcode's name, in their order.
  var numbers: [Int]
  /// The value as it is written.
  var text: String
  /// What `<control>` says.
  var control: SFZControl

  /// The value as a number; 0 where it is none.
  var real: Float { SFZNumber.real(text) ?? 0 }
  /// The value as a whole number; 0 where it is none.
  var whole: Int { SFZNumber.whole(text) ?? 0 }
  /// The value as a key, moved by the file's offsets; nil where it is none.
  var key: Int? {
    SFZNumber.key(text).map { $0 < 0 ? $0 : $0 + control.noteOffset + 12 * control.octaveOffset }
  }
  /// The value as a key of the keyboard.
  var switchKey: UInt8? { key.flatMap { UInt8(exactly: $0) }.flatMap { $0 < 128 ? $0 : nil } }
  /// The value as 0 through 127.
  var sevenBits: UInt8 { UInt8(min(max(whole, 0), 127)) }
  /// The first number in the name.
  var number: Int { numbers.first ?? 0 }

  /// The value within a range.
  func real(_ range: ClosedRange<Float>) -> Float {
    min(max(real, range.lowerBound), range.upperBound)
  }
}

/// What `<control>` says for all that follows.
struct SFZControl: Sendable {
  /// Put before each sample's path.
  var defaultPath = ""
  /// Semitones by which all keys are moved.
  var noteOffset = 0
  /// Octaves by which all keys are moved.
  var octaveOffset = 0
}
