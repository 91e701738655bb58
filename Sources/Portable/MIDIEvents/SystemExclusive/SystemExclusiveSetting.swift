/// Values are in cents, semitones, seconds or hertz; fractions if the specification has no unit.
package enum SystemExclusiveSetting: Hashable, Sendable, BitwiseCopyable {
  case reset(SystemReset)
  case master(MasterSetting)
  case reverb(ReverbParameter)
  case chorus(ChorusParameter)
  /// A part, 0…15, receives the channel of the same number, unless a setting changes it.
  case part(PartSetting, number: UInt8)
  case tuning(TuningSetting)
  /// A key of the parts that play an editable kit, 1…4.
  case drumKey(DrumKeyParameter, key: UInt8, set: UInt8)
  /// All keys of an editable kit, 1…4, are those of the kit: XG Drum Setup Reset.
  case drumReset(set: UInt8)
  /// A key of the part that receives a channel.
  case channelDrumKey(DrumKeyParameter, key: UInt8, channel: UInt8)
  #if !hasFeature(Embedded)
    /// The deviation of a key of a channel, for sounding and future notes: see `KeyBendMessage`.
    case keyBend(cents: Float, key: UInt8, channel: UInt8)
  #endif
}

/// A parameter of one key of a drum kit.
package enum DrumKeyParameter: Hashable, Sendable, BitwiseCopyable {
  /// The tuning relative to the kit's, −64…63 semitones, and −100…98 cents.
  case coarseTuning(semitones: Int8), fineTuning(cents: Double)
  /// The level as an amplitude factor, 0…1.98.
  case level(Double)
  /// The pan, −1 (left) through 1 (right).
  case pan(Double)
  /// The factors of the part's effect sends, 0…1.
  case reverbSend(Double), chorusSend(Double)
  /// Whether notes of the key start, and whether they end on note-off.
  case receivesNoteOn(Bool), receivesNoteOff(Bool)
}

/// A message that resets to the defaults of a standard.
package enum SystemReset: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// General MIDI System On (RP-003).
  case generalMIDI1
  /// General MIDI System Off, which restores the instrument's native mode.
  case generalMIDIOff
  /// General MIDI 2 System On (RP-024).
  case generalMIDI2
  /// GS Reset (40 00 7F = 00).
  case gs
  /// GS Exit (40 00 7F = 7F), which leaves GS on a Roland SC-55.
  case gsExit
  /// System Mode Set 1 of a Roland SC-88 (00 00 7F = 00): GS Reset, and one module of 32 parts.
  case gsSingleModule
  /// System Mode Set 2 of a Roland SC-88 (00 00 7F = 01): GS Reset, and two modules of 16 parts.
  case gsDoubleModule
  /// XG System On (00 00 7E).
  case xg
  /// XG All Parameter Reset (00 00 7F).
  case xgAllParameters
}

/// A setting for all parts together.
package enum MasterSetting: Hashable, Sendable, BitwiseCopyable {
  /// The master volume, 0…1. MIDI 1.0, GS and XG do not specify the gain curve.
  case volume(Double)
  /// The balance, −1 (left) through 1 (right): Master Balance, or GS Master Pan.
  case balance(Double)
  /// A random pan for each note: GS Master Pan at 0.
  case randomPan
  /// The fine tuning, −102.4…102.3 cents.
  case fineTuning(cents: Double)
  /// Of all parts but drums, −64…63 semitones: Coarse Tuning, GS Key Shift, XG Transpose.
  case keyShift(semitones: Int8)
}

/// A setting of the MIDI Tuning Standard (MIDI 1.0, MIDI Tuning; CA-020, CA-021).
package enum TuningSetting: Hashable, Sendable, BitwiseCopyable {
  /// The pitch of a key in a tuning program, as a fractional MIDI note number, 0…128. Messages
  /// without a bank use bank 0. Active notes change only if `changesSoundingNotes` is true.
  case key(noteNumber: Double, key: UInt8, program: UInt8, bank: UInt8, changesSoundingNotes: Bool)
  /// The deviation of a pitch class (0 is C) in a tuning program, −100…100 cents.
  case pitchClass(cents: Double, pitchClass: UInt8, program: UInt8, bank: UInt8)
  /// The deviation of a pitch class (0 is C) on channels, −100…100 cents. Bit 0 of `channels` is
  /// channel 0. Active notes change only if `changesSoundingNotes` is true.
  case channels(cents: Double, pitchClass: UInt8, channels: UInt16, changesSoundingNotes: Bool)
}
