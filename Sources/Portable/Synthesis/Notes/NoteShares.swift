import PeachInstrumentModel

/// The share of a preset's changes (corrections and replacements) that each note has, by key and
/// velocity, in sixteenths: 16 for all of them, 0 for a note that plays as in the bank.
package struct NoteShares: Hashable, Sendable {
  /// The share plus 1, at 128 · velocity + key; 0 for notes without a share. Empty for none.
  private var entries: [UInt8] = []
  /// The mean error and the variation of each key as played, in hundredths of a cent, one after the
  /// other: those of the velocity with the largest deviation. Empty for none.
  private var errors: [Int16] = []

  package static let whole = 16
  private static let count = 128 * 128
  private static let errorCount = 2 * 128
  private static let unknownError = Int16.min

  package init() {}

  /// Returns a share as a fraction of the changes.
  package static func fraction(_ share: Int) -> Double { Double(share) / Double(whole) }

  /// Creates shares from ``bytes``; `nil` for bytes that are none.
  package init?(bytes: some Collection<UInt8>) {
    let shares = bytes.prefix(Self.count)
    let rest = Array(bytes.dropFirst(Self.count))
    guard shares.count == Self.count, shares.allSatisfy({ $0 <= Self.whole + 1 }),
      rest.isEmpty || rest.count == 2 * Self.errorCount
    else { return nil }
    entries = Array(shares)
    errors = stride(from: 0, to: rest.count, by: 2).map {
      Int16(bitPattern: UInt16(rest[$0]) | UInt16(rest[$0 + 1]) << 8)
    }
  }

  /// A byte per note, 16 KB, and four bytes for each key if there are errors.
  package var bytes: [UInt8] {
    (entries.isEmpty ? Self.noEntries : entries)
      + errors.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private static var noEntries: [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Returns the mean error and the variation of a key as played, in cents; `nil` if they have not
  /// been measured.
  package func error(key: UInt8) -> (mean: Double, variation: Double)? {
    let index = 2 * Int(key & 127)
    if errors.isEmpty || errors[index] == Self.unknownError { return nil }
    return (Double(errors[index]) / 100, Double(errors[index + 1]) / 100)
  }

  /// Sets the error of a key, unless another velocity has a larger one.
  package mutating func setError(mean: Double, variation: Double, key: UInt8) {
    func hundredths(_ cents: Double) -> Int16 {
      Int16((min(max(cents, -300), 300) * 100).rounded())
    }
    if errors.isEmpty { errors = [Int16](repeating: Self.unknownError, count: Self.errorCount) }
    let known = error(key: key).map { abs($0.mean) + $0.variation } ?? -1
    guard abs(mean) + variation > known else { return }
    errors[2 * Int(key & 127)] = hundredths(mean)
    errors[2 * Int(key & 127) + 1] = hundredths(variation)
  }

  /// Returns the share of a note; `nil` if it has none.
  package func share(key: UInt8, velocity: UInt8) -> Int? {
    let entry = entries.isEmpty ? 0 : entries[Self.index(key, velocity)]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// Sets the share of notes, 0 through ``whole``.
  package mutating func set(_ share: Int, key: UInt8, velocities: ClosedRange<UInt8>) {
    if entries.isEmpty { entries = Self.noEntries }
    for velocity in velocities {
      entries[Self.index(key, velocity)] = UInt8(min(max(share, 0), Self.whole) + 1)
    }
  }

  /// Adds the shares of others, which take precedence.
  package mutating func merge(_ others: NoteShares) {
    for key in 0...127 as ClosedRange<UInt8> {
      guard let error = others.error(key: key) else { continue }
      setError(mean: error.mean, variation: error.variation, key: key)
    }
    if others.entries.isEmpty { return }
    if entries.isEmpty { entries = Self.noEntries }
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
