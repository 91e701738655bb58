package import PeachInstrumentModel

/// The keys and velocities that a song plays on a preset, which determine the samples to load.
///
/// Keys and velocities are independent: each key counts for each velocity. This also covers legato
/// notes that move to another key.
package struct UsedKeys: Equatable, BitwiseCopyable, Sendable {
  private var keys = SIMD2<UInt64>(0, 0)
  private var velocities = SIMD2<UInt64>(0, 0)

  /// Creates an empty set.
  package init() {}

  /// All keys at all velocities.
  package static var all: UsedKeys {
    var all = UsedKeys()
    all.keys = SIMD2(.max, .max)
    all.velocities = all.keys
    return all
  }

  /// Adds a key and a velocity, each 0…127.
  package mutating func insert(_ key: UInt8, velocity: UInt8) {
    keys[Int(key & 127) / 64] |= 1 &<< UInt64(key & 63)
    velocities[Int(velocity & 127) / 64] |= 1 &<< UInt64(velocity & 63)
  }

  /// Adds the keys and velocities of another set.
  package mutating func formUnion(_ other: UsedKeys) {
    keys |= other.keys
    velocities |= other.velocities
  }

  /// Whether any of the keys and velocities is in a region's ranges.
  package func overlap(_ region: Region) -> Bool {
    Self.overlap(keys, region.keys) && Self.overlap(velocities, region.velocities)
  }

  private static func overlap(_ numbers: SIMD2<UInt64>, _ range: ClosedRange<UInt8>) -> Bool {
    for number in range where numbers[Int(number & 127) / 64] &>> UInt64(number & 63) & 1 == 1 {
      return true
    }
    return false
  }
}
