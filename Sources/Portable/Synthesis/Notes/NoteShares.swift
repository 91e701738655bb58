import PeachInstrumentModel

/// The share of a preset's changes (corrections and replacements) that each note has, by key and
/// velocity, in sixteenths: 16 for all of them, 0 for a note that plays as in the bank.
package struct NoteShares: Hashable, Sendable {
  /// The share plus 1, at 128 · velocity + key; 0 for notes without a share. Empty for none.
  private var entries: [UInt8] = []

  package static let whole = 16
  private static let count = 128 * 128

  package init() {}

  /// Returns a share as a fraction of the changes.
  package static func fraction(_ share: Int) -> Double { Double(share) / Double(whole) }

  /// Creates shares from ``bytes``; `nil` for bytes that are none.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.count, bytes.allSatisfy({ $0 <= Self.whole + 1 }) else { return nil }
    entries = Array(bytes)
  }

  /// A byte per note: 16 KB.
  package var bytes: [UInt8] {
    entries.isEmpty ? [UInt8](repeating: 0, count: Self.count) : entries
  }

  /// Returns the share of a note; `nil` if it has none.
  package func share(key: UInt8, velocity: UInt8) -> Int? {
    let entry = entries.isEmpty ? 0 : entries[Self.index(key, velocity)]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// Sets the share of notes, 0 through ``whole``.
  package mutating func set(_ share: Int, key: UInt8, velocities: ClosedRange<UInt8>) {
    if entries.isEmpty { entries = bytes }
    for velocity in velocities {
      entries[Self.index(key, velocity)] = UInt8(min(max(share, 0), Self.whole) + 1)
    }
  }

  /// Adds the shares of others, which take precedence.
  package mutating func merge(_ others: NoteShares) {
    if others.entries.isEmpty { return }
    if entries.isEmpty { entries = bytes }
    for (index, entry) in others.entries.enumerated() where entry != 0 { entries[index] = entry }
  }

  private static func index(_ key: UInt8, _ velocity: UInt8) -> Int {
    Int(velocity & 127) * 128 + Int(key & 127)
  }

  /// A part of a region whose notes have the same share.
  struct Part: Hashable {
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
    var share: Int
  }

  /// Splits a region where the share changes. Notes without a share have all changes.
  func parts(of region: Region) -> [Part] {
    guard !entries.isEmpty else {
      return [Part(keys: region.keys, velocities: region.velocities, share: Self.whole)]
    }
    var parts: [Part] = []
    var row: [Part] = []
    for velocity in region.velocities {
      if velocity > region.velocities.lowerBound, isRepeated(region.keys, velocity) {
        for index in row.indices {
          row[index].velocities = row[index].velocities.lowerBound...velocity
        }
        continue
      }
      let next = runs(of: region.keys, velocity)
      let isSame =
        row.count == next.count
        && zip(row, next).allSatisfy { $0.keys == $1.keys && $0.share == $1.share }
      if !isSame {
        parts += row
        row = next
        continue
      }
      for index in row.indices {
        row[index].velocities = row[index].velocities.lowerBound...velocity
      }
    }
    return parts + row
  }

  /// Whether keys have the same entries at a velocity as at the one below.
  private func isRepeated(_ keys: ClosedRange<UInt8>, _ velocity: UInt8) -> Bool {
    let start = Self.index(keys.lowerBound, velocity)
    return entries.withUnsafeBufferPointer { entries in
      var difference: UInt8 = 0
      for index in start..<start + keys.count {
        difference |= entries[index] ^ entries[index - 128]
      }
      return difference == 0
    }
  }

  /// Splits keys at one velocity.
  private func runs(of keys: ClosedRange<UInt8>, _ velocity: UInt8) -> [Part] {
    var runs: [Part] = []
    for key in keys {
      let share = share(key: key, velocity: velocity) ?? Self.whole
      if let last = runs.last, last.share == share {
        runs[runs.count - 1].keys = last.keys.lowerBound...key
      } else {
        runs.append(Part(keys: key...key, velocities: velocity...velocity, share: share))
      }
    }
    return runs
  }
}
