import PeachMusicUnits

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

  /// Creates the type with a number of XG's effect list. An unknown variation selects the basic
  /// one; an unknown type selects no effect.
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
