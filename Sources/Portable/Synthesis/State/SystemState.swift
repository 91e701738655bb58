/// The settings of the synthesizer that a session stores, without channels and tunings.
package struct SystemState: BitwiseCopyable, Sendable {
  var bankMode: UInt8 = 0
  var masterVolume: Float = 1
  var masterBalance: Float = 0

  package static var wordCount: Int { @_noLocks @_noAllocation get { 3 } }

  @_noLocks @_noAllocation package init() {}

  @_noLocks @_noAllocation package mutating func code(_ coder: inout StateCoder) {
    coder.code(&bankMode, max: 255)
    coder.code(&masterVolume, in: 0...1)
    coder.code(&masterBalance, in: -1...1)
  }
}

/// A tuning of the MIDI Tuning Standard, as a session stores it.
package struct TuningState: BitwiseCopyable, Sendable {
  /// The tuning bank, times 256, plus the tuning program.
  var name: UInt16 = 0
  /// The deviation of each key from equal temperament, in semitones.
  var offsets = InlineArray<128, Float>(repeating: 0)

  package static var wordCount: Int { @_noLocks @_noAllocation get { 129 } }
  package static var capacity: Int { TuningTables.capacity }

  @_noLocks @_noAllocation package init() {}

  @_noLocks @_noAllocation package mutating func code(_ coder: inout StateCoder) {
    coder.code(&name, max: 0x7F7F)
    for key in 0..<128 { coder.code(&offsets[key], in: -1128...1000) }
  }
}
