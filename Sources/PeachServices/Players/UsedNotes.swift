import PeachSynthesis

/// The notes that a ``NotePlayerFactory`` prepares: some keys at one velocity.
struct UsedNotes: Hashable, Sendable {
  var keys: ClosedRange<UInt8>
  var velocity: UInt8

  var usedKeys: UsedKeys {
    var used = UsedKeys()
    for key in keys { used.insert(key, velocity: velocity) }
    return used
  }

  func contains(_ note: NoteSelection) -> Bool {
    keys.contains(note.key) && velocity == note.velocity
  }

  func contains(_ other: UsedNotes) -> Bool {
    velocity == other.velocity && keys.contains(other.keys.lowerBound)
      && keys.contains(other.keys.upperBound)
  }
}
