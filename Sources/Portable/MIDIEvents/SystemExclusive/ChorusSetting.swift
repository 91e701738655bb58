/// A setting of the chorus that all parts share.
public enum ChorusSetting: Hashable, Sendable, BitwiseCopyable {
  /// Which chorus, with all other settings as it has them by itself.
  case type(ChorusType)
  /// How much treble is taken off before, 0 (none) … 7.
  case preLowPass(UInt8)
  /// How loud, as a fraction of the most: 0…1. GS begins with 64/127.
  case level(Double)
  /// How loud, as a gain: 0…1.98, where 1 is the usual (XG Chorus Return).
  case returnGain(Double)
  /// How much of the output goes in again: 0…0.97.
  case feedback(Double)
  /// How long the delay is, as a fraction of the longest: 0…1, for GS gives no seconds.
  case relativeDelay(Double)
  /// How often the delay swings, 0…15.5 Hz.
  case rate(hertz: Double)
  /// How far the delay swings from one end to the other, 0.0003…0.04 s.
  case depth(seconds: Double)
  /// How much of the output goes to the reverberation: a gain, 0…1, in XG up to 1.98.
  case sendToReverb(Double)
  /// From −1, left, to 1, right.
  case pan(Double)
}
