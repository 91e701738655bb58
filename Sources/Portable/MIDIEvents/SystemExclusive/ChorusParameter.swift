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

extension ChorusType {
  /// Creates the type with a number of GS's Chorus Macro; `nil` if reserved.
  @inline(__always)
  init?(gs value: UInt8) {
    guard value < 8 else { return nil }
    self.init(rawValue: value)
  }

  /// Creates the type with a number of GM2's Global Parameter Control (RP-024); `nil` if reserved.
  @inline(__always)
  init?(generalMIDI value: UInt8) {
    guard value < 6 else { return nil }
    self.init(rawValue: value)
  }

  /// Creates a type of XG's effect list. Unknown variations are the basic one, unknown types none.
  @inline(__always)
  init(xg type: UInt8, variation: UInt8) {
    switch type {
    case 0x41:
      self =
        variation == 1 ? .chorus2 : variation == 2 ? .chorus3 : variation == 8 ? .chorus4 : .chorus1
    case 0x42:
      self =
        variation == 1
        ? .celeste2 : variation == 2 ? .celeste3 : variation == 8 ? .celeste4 : .celeste1
    case 0x43: self = variation == 1 ? .flanger2 : variation == 8 ? .flanger3 : .flanger
    default: self = .none
    }
  }
}
