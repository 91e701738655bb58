package import PeachInstrumentModel

/// The keys and velocities that a song plays on a preset, which determine the samples to load. Each
/// key counts for each velocity, which also covers legato notes that move to another key.
package struct UsedKeys: Equatable, BitwiseCopyable, Sendable {
  private var keys = SIMD2<UInt64>(0, 0)
  private var velocities = SIMD2<UInt64>(0, 0)

  package init() {}

  package static var all: UsedKeys {
    var all = UsedKeys()
    all.keys = SIMD2(.max, .max)
    all.velocities = all.keys
    return all
  }

  package mutating func insert(_ key: UInt8, velocity: UInt8) {
    keys[Int(key & 127) / 64] |= 1 &<< UInt64(key & 63)
    velocities[Int(velocity & 127) / 64] |= 1 &<< UInt64(velocity & 63)
  }

  package mutating func formUnion(_ other: UsedKeys) {
    keys |= other.keys
    velocities |= other.velocities
  }

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
