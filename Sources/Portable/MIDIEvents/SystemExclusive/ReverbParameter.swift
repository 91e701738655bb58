package import PeachMusicUnits

/// A parameter of the reverb that all parts share.
package enum ReverbParameter: Hashable, Sendable, BitwiseCopyable {
  /// The type; resets all other parameters to the type's defaults.
  case type(ReverbType)
  /// The type without a reset of the other parameters (GS Reverb Character).
  case character(ReverbType)
  /// The strength of the low-pass filter before the reverb, 0 (none) through 7.
  case preLowPass(UInt8)
  /// The level relative to the maximum, 0…1. The default of GS is 64/127.
  case level(Double)
  /// The return gain, 0…1.98; 1 is the default (XG Reverb Return).
  case returnGain(Double)
  /// The reverb time, in seconds (−60 dB).
  case time(seconds: Double)
  /// The reverb time relative to the maximum, 0…1. GS specifies no seconds.
  case relativeTime(Double)
  /// The feedback gain of a delay, 0…1.
  case delayFeedback(Double)
  /// The pre-delay, in seconds.
  case preDelay(seconds: Double)
  /// The pan, −1 (left) through 1 (right).
  case pan(Double)
}
