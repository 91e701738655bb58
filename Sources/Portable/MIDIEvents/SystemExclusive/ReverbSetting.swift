/// A setting of the reverberation that all parts share.
public enum ReverbSetting: Hashable, Sendable, BitwiseCopyable {
  /// Which room, with all other settings as that room has them by itself.
  case type(ReverbType)
  /// Which room, with the other settings left as they are (GS Reverb Character).
  case character(ReverbType)
  /// How much treble is taken off before, 0 (none) … 7.
  case preLowPass(UInt8)
  /// How loud, as a fraction of the most: 0…1. GS begins with 64/127.
  case level(Double)
  /// How loud, as a gain: 0…1.98, where 1 is the usual (XG Reverb Return).
  case returnGain(Double)
  /// In how many seconds it decays by 60 dB.
  case time(seconds: Double)
  /// How long it lasts, as a fraction of the longest: 0…1, for GS gives no seconds.
  case relativeTime(Double)
  /// How much of a delay's output goes in again: 0…1.
  case delayFeedback(Double)
  /// After how many seconds it begins.
  case preDelay(seconds: Double)
  /// From −1, left, to 1, right.
  case pan(Double)
}
