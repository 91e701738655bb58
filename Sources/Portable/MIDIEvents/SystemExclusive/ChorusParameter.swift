package import PeachMusicUnits

/// A parameter of the chorus that all parts share.
package enum ChorusParameter: Hashable, Sendable, BitwiseCopyable {
  /// The type; resets all other parameters to the type's defaults.
  case type(ChorusType)
  /// The strength of the low-pass filter before the chorus, 0 (none) through 7.
  case preLowPass(UInt8)
  /// The level relative to the maximum, 0…1. The default of GS is 64/127.
  case level(Double)
  /// The return gain, 0…1.98; 1 is the default (XG Chorus Return).
  case returnGain(Double)
  /// The feedback gain, 0…0.97.
  case feedback(Double)
  /// The delay relative to the maximum, 0…1. GS specifies no seconds.
  case relativeDelay(Double)
  /// The LFO rate, 0…15.5 Hz.
  case rate(hertz: Double)
  /// The peak-to-peak delay modulation, 0.0003…0.04 s.
  case depth(seconds: Double)
  /// The gain of the send to the reverb, 0…1; up to 1.98 in XG.
  case sendToReverb(Double)
  /// The pan, −1 (left) through 1 (right).
  case pan(Double)
}
