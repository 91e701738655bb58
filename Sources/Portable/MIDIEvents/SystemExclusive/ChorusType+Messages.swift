import PeachMusicUnits

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

  /// Creates the type with a number of XG's effect list. An unknown variation selects the basic
  /// one; an unknown type selects no effect.
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
