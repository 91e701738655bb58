/// A set of MIDI keys or velocities, 0 through 127.
package struct KeySet: Hashable, BitwiseCopyable, Sendable {
  private var bits = SIMD2<UInt64>(0, 0)

  package init() {}

  /// Creates a set from bits: bit 0 of the first word is key 0, bit 63 of the second is key 127.
  package init(words: SIMD2<UInt64>) { bits = words }

  package static var all: KeySet { KeySet(words: SIMD2(.max, .max)) }

  package var words: SIMD2<UInt64> { bits }
  package var isEmpty: Bool { bits == SIMD2(0, 0) }

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

  /// Keys that are all in a set, or all not.
  struct Run: Hashable {
    var keys: ClosedRange<UInt8>
    var isInSet: Bool
  }

  /// Splits a range where it enters or leaves the set.
  func parts(of range: ClosedRange<UInt8>) -> [Run] {
    var parts: [Run] = []
    for key in range {
      let isInSet = contains(key)
      if let last = parts.last, last.isInSet == isInSet {
        parts[parts.count - 1].keys = last.keys.lowerBound...key
      } else {
        parts.append(Run(keys: key...key, isInSet: isInSet))
      }
    }
    return parts
  }
}
