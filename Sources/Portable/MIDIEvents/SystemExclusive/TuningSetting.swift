/// A setting of the MIDI Tuning Standard (MIDI 1.0, MIDI Tuning; CA-020, CA-021).
package enum TuningSetting: Hashable, Sendable, BitwiseCopyable {
  /// The pitch of a key in a tuning program.
  ///
  /// `noteNumber` is a fractional MIDI note number, 0…128. Messages without a bank use bank 0.
  /// Active notes change only if `changesSoundingNotes` is true.
  case key(
    noteNumber: Double, key: UInt8, program: UInt8, bank: UInt8, changesSoundingNotes: Bool)
  /// The deviation of a pitch class (0 is C) in a tuning program, −100…100 cents.
  case pitchClass(cents: Double, pitchClass: UInt8, program: UInt8, bank: UInt8)
  /// The deviation of a pitch class (0 is C) on channels, −100…100 cents.
  ///
  /// Bit 0 of `channels` is channel 0. Active notes change only if `changesSoundingNotes` is true.
  case channels(cents: Double, pitchClass: UInt8, channels: UInt16, changesSoundingNotes: Bool)
}
