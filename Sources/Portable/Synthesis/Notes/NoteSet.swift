import PeachInstrumentModel

/// A set of notes: pairs of a key and a velocity.
package struct NoteSet: Hashable, Sendable {
  /// The keys at each velocity, 0 through 127; empty for an empty set.
  private var keys: [KeySet] = []

  package init() {}

  /// Creates a set from ``words``; `nil` for another number of words.
  package init?(words: [UInt64]) {
    guard words.count == 256 else { return nil }
    keys = (0..<128).map { KeySet(words: SIMD2(words[2 * $0], words[2 * $0 + 1])) }
  }

  /// Two words per velocity, with a bit per key.
  package var words: [UInt64] {
    let all = keys.isEmpty ? [KeySet](repeating: KeySet(), count: 128) : keys
    return all.flatMap { [$0.words.x, $0.words.y] }
  }

  package var isEmpty: Bool { keys.allSatisfy { $0.isEmpty } }

  package func contains(key: UInt8, velocity: UInt8) -> Bool {
    !keys.isEmpty && keys[Int(velocity & 127)].contains(key)
  }

  package mutating func insert(_ key: UInt8, velocities: ClosedRange<UInt8>) {
    if keys.isEmpty { keys = [KeySet](repeating: KeySet(), count: 128) }
    for velocity in velocities { keys[Int(velocity & 127)].insert(key) }
  }

  package mutating func formUnion(_ other: NoteSet) {
    if keys.isEmpty { keys = other.keys }
    for (index, more) in other.keys.enumerated() { keys[index].formUnion(more) }
  }

  /// A part of a region whose notes are all in a set, or all not.
  struct Part: Hashable {
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
    var isInSet: Bool
  }

  /// Splits a region where its notes enter or leave the set.
  func parts(of region: Region) -> [Part] {
    guard !keys.isEmpty else {
      return [Part(keys: region.keys, velocities: region.velocities, isInSet: false)]
    }
    var parts: [Part] = []
    var first = region.velocities.lowerBound
    while true {
      let row = keys[Int(first & 127)].parts(of: region.keys)
      var last = first
      while last < region.velocities.upperBound,
        keys[Int((last + 1) & 127)].parts(of: region.keys) == row
      {
        last += 1
      }
      for run in row {
        parts.append(Part(keys: run.keys, velocities: first...last, isInSet: run.isInSet))
      }
      if last >= region.velocities.upperBound { return parts }
      first = last + 1
    }
  }
}
