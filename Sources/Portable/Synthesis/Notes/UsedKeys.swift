package import PeachInstrumentModel

/// The keys and velocities that a song plays on a preset, which determine the samples to load. Each
/// key counts for each velocity, which also covers legato notes that move to another key.
package struct UsedKeys: Equatable, BitwiseCopyable, Sendable {
  package private(set) var keys = KeySet()
  package private(set) var velocities = KeySet()

  package init() {}

  package static var all: UsedKeys {
    var all = UsedKeys()
    all.keys = .all
    all.velocities = .all
    return all
  }

  package mutating func insert(_ key: UInt8, velocity: UInt8) {
    keys.insert(key)
    velocities.insert(velocity)
  }

  package mutating func formUnion(_ other: UsedKeys) {
    keys.formUnion(other.keys)
    velocities.formUnion(other.velocities)
  }

  package func overlap(_ region: Region) -> Bool {
    keys.overlaps(region.keys) && velocities.overlaps(region.velocities)
  }
}
