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

  /// Returns the keys that no region of a preset has, nor a missing one, with the velocities; `nil`
  /// if all have one.
  package func missing(of regions: [Region], _ missing: [MissingRegion] = []) -> UsedKeys? {
    var rest = self
    rest.keys = KeySet()
    for key in UInt8(0)...127
    where keys.contains(key) && !regions.contains(where: { $0.keys.contains(key) })
      && !missing.contains(where: { $0.keys.contains(key) })
    {
      rest.keys.insert(key)
    }
    return rest.keys == KeySet() ? nil : rest
  }

  package func overlap(_ region: Region) -> Bool {
    keys.overlaps(region.keys) && velocities.overlaps(region.velocities)
  }

  package func overlap(_ region: MissingRegion) -> Bool {
    keys.overlaps(region.keys) && velocities.overlaps(region.velocities)
  }

  package func overlap(_ region: SilentRegion) -> Bool {
    keys.overlaps(region.keys) && velocities.overlaps(region.velocities)
  }

  /// Returns the keys together with those of their transposition.
  package func transposed(by semitones: Int) -> UsedKeys {
    var all = self
    for key in 0...127 where keys.contains(UInt8(key)) {
      if (0...127).contains(key + semitones) { all.keys.insert(UInt8(key + semitones)) }
    }
    return all
  }
}

/// A set of MIDI keys or velocities, 0 through 127.
package struct KeySet: Hashable, BitwiseCopyable, Sendable {
  private var bits = SIMD2<UInt64>(0, 0)

  package init() {}

  package static var all: KeySet {
    var all = KeySet()
    all.bits = SIMD2(.max, .max)
    return all
  }

  package func contains(_ key: UInt8) -> Bool {
    bits[Int(key & 127) / 64] &>> UInt64(key & 63) & 1 == 1
  }

  package mutating func insert(_ key: UInt8) {
    bits[Int(key & 127) / 64] |= 1 &<< UInt64(key & 63)
  }

  package mutating func formUnion(_ other: KeySet) { bits |= other.bits }

  package func overlaps(_ range: ClosedRange<UInt8>) -> Bool {
    for key in range where contains(key) { return true }
    return false
  }
}
