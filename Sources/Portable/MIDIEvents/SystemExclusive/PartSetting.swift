/// A setting of a GS or XG part.
package enum PartSetting: Hashable, Sendable, BitwiseCopyable {
  /// The bank MSB, 0…127, as controller 0.
  case bankMSB(UInt8)
  /// The bank LSB, 0…127, as controller 32.
  case bankLSB(UInt8)
  /// The program, 0…127.
  case program(UInt8)
  /// The receive channel, 0…15.
  case receiveChannel(UInt8)
  /// No receive channel.
  case receivesNothing
  /// Monophonic or polyphonic mode.
  case isMonophonic(Bool)
  /// Melodic presets.
  case melodic
  /// A drum kit: the editable kit 1…4, or 0 for one that is not editable.
  case rhythm(set: UInt8)
  /// The transposition, −24…24 semitones.
  case keyShift(semitones: Int8)
  /// The pitch offset of all keys, −12.8…12.7 Hz.
  case pitchOffset(hertz: Double)
  /// The level as controller 7, 0…1.
  case level(Double)
  /// The velocity sensitivity, 0…1.98; the default is 1.
  case velocityDepth(Double)
  /// The offset added to velocities, −64…63.
  case velocityOffset(Int8)
  /// The pan as controller 10, −1 (left) through 1 (right).
  case pan(Double)
  /// A random pan for each note.
  case randomPan
  /// The lowest key of the key range.
  case lowestKey(UInt8)
  /// The highest key of the key range.
  case highestKey(UInt8)
  /// The dry level, 0…1.
  case dryLevel(Double)
  /// The reverb send as controller 91, 0…1.
  case reverbSend(Double)
  /// The chorus send as controller 93, 0…1.
  case chorusSend(Double)
  /// The offset of a sound controller (71…78), −64…63.
  case quality(SoundQuality, steps: Int8)
  /// The deviation of a pitch class (0 is C), −64…63 cents.
  case scaleTuning(cents: Double, pitchClass: UInt8)
  /// The pitch bend range as RPN 0, −24…24 semitones.
  case bendRange(semitones: Int8)
  /// The depth of an assignable controller at its maximum, in the destination's unit.
  case control(amount: Double, of: ControlDestination, by: ControlSource)
}
