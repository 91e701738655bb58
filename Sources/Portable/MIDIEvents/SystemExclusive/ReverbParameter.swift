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
  case preDelay(seconds: Double)
  /// The pan, −1 (left) through 1 (right).
  case pan(Double)
}

extension ReverbType {
  /// Creates the type with a number of GM2's Global Parameter Control (RP-024); `nil` if reserved.
  @inline(__always)
  init?(generalMIDI value: UInt8) {
    switch value {
    case 0...4: self.init(rawValue: value)
    case 8: self = .plate
    default: return nil
    }
  }

  /// Creates the type with a number of GS's Reverb Macro; `nil` if reserved.
  @inline(__always)
  init?(gs value: UInt8) {
    guard value < 8 else { return nil }
    self.init(rawValue: value)
  }

  /// Creates a type of XG's effect list. Unknown variations are the basic one, unknown types none.
  @inline(__always)
  init(xg type: UInt8, variation: UInt8) {
    switch type {
    case 0x01: self = variation == 1 ? .largeHall : .mediumHall
    case 0x02: self = variation == 1 ? .mediumRoom : variation == 2 ? .largeRoom : .smallRoom
    case 0x03: self = variation == 1 ? .stage2 : .stage1
    case 0x04: self = .plate
    case 0x10: self = .whiteRoom
    case 0x11: self = .tunnel
    case 0x12: self = .canyon
    case 0x13: self = .basement
    default: self = .none
    }
  }
}
