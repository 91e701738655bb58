/// The rooms of GM2, GS and XG.
public enum ReverbType: UInt8, Hashable, Sendable, BitwiseCopyable {
  // In GS's order (40 01 30); GM2 has the first five under the same numbers.

  /// A small room: GM2 Small Room, Room 1 of GS and XG.
  case room1
  /// A medium room: GM2 Medium Room, Room 2 of GS and XG.
  case room2
  /// A large room: GM2 Large Room, Room 3 of GS and XG.
  case room3
  /// A medium hall: GM2 Medium Hall, Hall 1 of GS and XG.
  case hall1
  /// A large hall: GM2 Large Hall, Hall 2 of GS and XG.
  case hall2
  /// A plate.
  case plate
  /// An echo.
  case delay
  /// An echo that changes sides.
  case panningDelay
  /// A stage.
  case stage1
  /// A larger stage.
  case stage2
  /// A short reverberation with a delay before it.
  case whiteRoom
  /// A tunnel.
  case tunnel
  /// A canyon without end.
  case canyon
  /// A basement.
  case basement
  /// No reverberation.
  case none

  /// Of a number in GM2's Global Parameter Control (RP-024); nil for one that it leaves open.
  @inline(__always)
  init?(generalMIDI value: UInt8) {
    switch value {
    case 0: self = .room1
    case 1: self = .room2
    case 2: self = .room3
    case 3: self = .hall1
    case 4: self = .hall2
    case 8: self = .plate
    default: return nil
    }
  }

  /// Of a number in GS's Reverb Macro; nil for one that it leaves open.
  @inline(__always)
  init?(gs value: UInt8) {
    switch value {
    case 0: self = .room1
    case 1: self = .room2
    case 2: self = .room3
    case 3: self = .hall1
    case 4: self = .hall2
    case 5: self = .plate
    case 6: self = .delay
    case 7: self = .panningDelay
    default: return nil
    }
  }

  /// Of a type in XG's list of effects: an unknown variation is the type's basic one, and an
  /// unknown type is no effect.
  @inline(__always)
  init(xg type: UInt8, variation: UInt8) {
    switch type {
    case 0x01: self = variation == 1 ? .hall2 : .hall1
    case 0x02: self = variation == 1 ? .room2 : variation == 2 ? .room3 : .room1
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
