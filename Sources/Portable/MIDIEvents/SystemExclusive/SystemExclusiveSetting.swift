/// A setting of a System Exclusive message, decoded by ``SystemExclusiveDecoder``.
///
/// Values are in cents, semitones, seconds or hertz; fractions if the specification has no unit.
package enum SystemExclusiveSetting: Hashable, Sendable, BitwiseCopyable {
  /// A reset to the defaults of a standard.
  case reset(SystemReset)
  /// A setting of all parts.
  case master(MasterSetting)
  /// A parameter of the shared reverb.
  case reverb(ReverbParameter)
  /// A parameter of the shared chorus.
  case chorus(ChorusParameter)
  /// A setting of a part, 0…15. A part receives the channel of the same number, unless
  /// ``PartSetting/receiveChannel(_:)`` changes it.
  case part(PartSetting, number: UInt8)
  /// A tuning.
  case tuning(TuningSetting)
}
