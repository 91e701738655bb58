/// A setting of the MIDI Tuning Standard (MIDI 1.0, MIDI Tuning; CA-020, CA-021).
public enum TuningSetting: Hashable, Sendable, BitwiseCopyable {
  /// The pitch of a key in a tuning program, for notes that come.
  ///
  /// `noteNumber` counts equal-tempered semitones, 0…128, 69.0 being 440 Hz. Messages that know no
  /// bank mean bank 0. With `changesSoundingNotes` the notes that sound change too.
  case key(
    noteNumber: Double, key: UInt8, program: UInt8, bank: UInt8, changesSoundingNotes: Bool)
  /// How far a pitch class (0 is C) is from equal temperament in a tuning program, −100…100 cents.
  case pitchClass(cents: Double, pitchClass: UInt8, program: UInt8, bank: UInt8)
  /// How far a pitch class (0 is C) is from equal temperament on channels, −100…100 cents.
  ///
  /// Bit 0 of `channels` is channel 0. With `changesSoundingNotes` the notes that sound change too.
  case channels(cents: Double, pitchClass: UInt8, channels: UInt16, changesSoundingNotes: Bool)
}
