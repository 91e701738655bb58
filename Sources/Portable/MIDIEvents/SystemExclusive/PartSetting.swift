/// A setting of one part of GS or XG.
public enum PartSetting: Hashable, Sendable, BitwiseCopyable {
  /// The upper half of the bank, 0…127, as controller 0 chooses it.
  case bankMSB(UInt8)
  /// The lower half of the bank, 0…127, as controller 32 chooses it.
  case bankLSB(UInt8)
  /// The preset in the bank, 0…127.
  case program(UInt8)
  /// The channel it plays, 0…15.
  case receiveChannel(UInt8)
  /// It plays no channel.
  case receivesNothing
  /// One note at a time, or many.
  case isMonophonic(Bool)
  /// It plays pitched instruments.
  case melodic
  /// It plays drums, from the editable set 1…4, or 0 for one that cannot be edited.
  case rhythm(set: UInt8)
  /// How many keys higher it plays, −24…24.
  case keyShift(semitones: Int8)
  /// How much higher it is, by the same hertz on all keys: −12.8…12.7.
  case pitchOffset(hertz: Double)
  /// As controller 7: 0…1 of full.
  case level(Double)
  /// How much louder a harder stroke is: 0…1.98 of the usual.
  case velocityDepth(Double)
  /// What is added to velocities: −64…63.
  case velocityOffset(Int8)
  /// As controller 10: from −1, left, to 1, right.
  case pan(Double)
  /// Each note at a place of its own.
  case randomPan
  /// The lowest key that sounds.
  case lowestKey(UInt8)
  /// The highest key that sounds.
  case highestKey(UInt8)
  /// How much goes out without an effect: 0…1.
  case dryLevel(Double)
  /// As controller 91: 0…1.
  case reverbSend(Double)
  /// As controller 93: 0…1.
  case chorusSend(Double)
  /// A change to a quality of its sound in steps of −64…63, 0 being none; as controllers 71…78.
  case quality(SoundQuality, steps: Int8)
  /// How much higher a pitch class (0 is C) is, −64…63 cents.
  case scaleTuning(cents: Double, pitchClass: UInt8)
  /// How far the wheel bends, −24…24 semitones; as RPN 0.
  case bendRange(semitones: Int8)
  /// What a controller at its end does, in the destination's unit.
  case control(amount: Double, of: ControlDestination, by: ControlSource)
}
