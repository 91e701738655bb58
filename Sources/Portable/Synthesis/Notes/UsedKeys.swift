package import PeachInstrumentModel

/// The keys that a song strikes on a preset, and how hard: what of the preset must be in memory.
///
/// Keys and velocities are kept apart: every key counts as struck at every velocity. That is a little
/// more than the song needs, and holds where one key's notes become another's.
package struct UsedKeys: Equatable, BitwiseCopyable, Sendable {
  private var keys = SIMD2<UInt64>(0, 0)
  private var velocities = SIMD2<UInt64>(0, 0)

  /// None at all.
  package init() {}

  /// Every key at every velocity.
  package static var all: UsedKeys {
    var all = UsedKeys()
    all.keys = SIMD2(.max, .max)
    all.velocities = all.keys
    return all
  }

  /// A key, 0…127, is struck at a velocity, 0…127.
  package mutating func strike(_ key: UInt8, velocity: UInt8) {
    keys[Int(key & 127) / 64] |= 1 &<< UInt64(key & 63)
    velocities[Int(velocity & 127) / 64] |= 1 &<< UInt64(velocity & 63)
  }

  /// All that `other` strikes is struck here too.
  package mutating func formUnion(_ other: UsedKeys) {
    keys |= other.keys
    velocities |= other.velocities
  }

  /// True where a region answers any of them.
  package func reach(_ region: Region) -> Bool {
    Self.meet(keys, region.keys) && Self.meet(velocities, region.velocities)
  }

  private static func meet(_ numbers: SIMD2<UInt64>, _ range: ClosedRange<UInt8>) -> Bool {
    for number in range where numbers[Int(number & 127) / 64] &>> UInt64(number & 63) & 1 == 1 {
      return true
    }
    return false
  }
}
