/// The chords of a song: the notes that sound between two changes. Notes that begin or end within
/// 25 ms are one change.
struct SongSlices {
  struct Slice {
    var startFrame: Int64
    var endFrame: Int64
    /// The notes in the order of their starts, in ``SongSlices/indices``.
    var range: Range<Int>

    var seconds: Double { Double(endFrame - startFrame) / Double(SongNotes.sampleRate) }
  }

  private static let joinFrames: Int64 = 1_200
  /// The number of notes of a slice, the newest ones, that are related to each other.
  private static let activeLimit = 32

  private(set) var slices: [Slice] = []
  /// The notes of all slices, one after the other.
  private(set) var indices: [Int] = []

  /// Replaces the notes of all slices by others.
  mutating func replaceIndices(_ indices: [Int]) {
    precondition(indices.count == self.indices.count, "An index for each note of a slice.")
    self.indices = indices
  }

  /// Creates the chords of notes that are sorted by their start.
  init(_ notes: [SongNote]) {
    var frames: [Int64] = []
    frames.reserveCapacity(2 * notes.count)
    for note in notes { frames += [note.startFrame, note.endFrame] }
    frames.sort()
    var changes: [ClosedRange<Int64>] = []
    for frame in frames {
      if let last = changes.last, frame - last.lowerBound <= Self.joinFrames {
        changes[changes.count - 1] = last.lowerBound...frame
      } else {
        changes.append(frame...frame)
      }
    }
    var active: [Int] = []
    var next = 0
    for (change, following) in zip(changes, changes.dropFirst()) {
      while next < notes.count && notes[next].startFrame <= change.upperBound {
        active.append(next)
        next += 1
      }
      active.removeAll { notes[$0].endFrame <= change.upperBound }
      if active.count > Self.activeLimit { active.removeFirst(active.count - Self.activeLimit) }
      guard !active.isEmpty else { continue }
      let first = indices.count
      indices += active
      slices.append(
        Slice(
          startFrame: change.lowerBound, endFrame: following.lowerBound,
          range: first..<indices.count))
    }
  }
}
