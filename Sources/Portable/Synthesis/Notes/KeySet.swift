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
