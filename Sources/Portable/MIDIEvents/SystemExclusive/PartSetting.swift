package enum PartSetting: Hashable, Sendable, BitwiseCopyable {
  /// As controllers 0 and 32, 0…127.
  case bankMSB(UInt8), bankLSB(UInt8)
  case program(UInt8)
  /// The receive channel, 0…15.
  case receiveChannel(UInt8)
  case receivesNothing
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
  /// For each note.
  case randomPan
  case lowestKey(UInt8), highestKey(UInt8)
  /// The dry level, 0…1.
  case dryLevel(Double)
  /// As controllers 91 and 93, 0…1.
  case reverbSend(Double), chorusSend(Double)
  /// The offset of a sound controller (71…78), −64…63.
  case quality(SoundQuality, steps: Int8)
  /// The deviation of a pitch class (0 is C), −64…63 cents.
  case scaleTuning(cents: Double, pitchClass: UInt8)
  /// The pitch bend range as RPN 0, −24…24 semitones.
  case bendRange(semitones: Int8)
  /// The depth of an assignable controller at its maximum, in the destination's unit.
  case control(amount: Double, of: ControlDestination, by: ControlSource)
}

/// A sound parameter of a part; the raw value is its sound controller, 71 through 78 (RP-021).
package enum SoundQuality: UInt8, Hashable, Sendable, BitwiseCopyable {
  case filterResonance = 71
  case releaseTime, attackTime, filterCutoff, decayTime, vibratoRate, vibratoDepth, vibratoDelay

  package var controller: UInt8 { @_noLocks @_noAllocation get { rawValue } }
}

/// An assignable controller (GS 40 2x, in its order).
package enum ControlSource: UInt8, Hashable, Sendable, BitwiseCopyable {
  case modulation, bend, channelPressure, keyPressure, assignable1, assignable2
}

/// The destination of an assignable controller (GS 40 2x, in its order): the pitch in semitones,
/// the cutoff in cents, the amplitude as a fraction −1…1; the rates of both LFOs in hertz, their
/// depths in cents, or as a fraction 0…1.
package enum ControlDestination: UInt8, Hashable, Sendable, BitwiseCopyable {
  case pitch, filterCutoff, amplitude
  case lfo1Rate, lfo1Pitch, lfo1Filter, lfo1Amplitude
  case lfo2Rate, lfo2Pitch, lfo2Filter, lfo2Amplitude
}
