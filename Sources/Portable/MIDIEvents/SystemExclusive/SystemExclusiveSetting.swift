/// One thing that a System Exclusive message asks a synthesizer to set.
///
/// Values are in units: cents, semitones, seconds, hertz, and fractions where a specification only
/// counts 0…127. ``SystemExclusiveDecoder`` makes these of messages.
public enum SystemExclusiveSetting: Hashable, Sendable, BitwiseCopyable {
  /// Everything back to the rules of one standard.
  case reset(SystemReset)
  /// Something about all parts together.
  case master(MasterSetting)
  /// Something about the reverberation that all parts share.
  case reverb(ReverbSetting)
  /// Something about the chorus that all parts share.
  case chorus(ChorusSetting)
  /// Something about one part, 0…15. A part plays the channel of its own number, unless
  /// ``PartSetting/receiveChannel(_:)`` gives it another one.
  case part(PartSetting, number: UInt8)
  /// Something about the pitches of keys.
  case tuning(TuningSetting)
}
