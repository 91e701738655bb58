/// The notes of a song that repeat an earlier one: the last of the same key in any voice, or, with
/// less weight, of the same pitch class, unless both sound together.
enum RepeatedNotes {
  struct Link {
    var note: Int
    var earlier: Int
    var weight: Double
  }

  private static let joinSeconds = 0.025
  /// The number of notes that may end between the two: the rows of the matrix stay short.
  private static let distanceLimit = 512

  /// Returns the links of notes that are sorted by their start.
  static func links(_ notes: [SongNote]) -> [Link] {
    var recent = [Int?](repeating: nil, count: 128)
    var links: [Link] = []
    for (index, note) in notes.enumerated() {
      var best: Link?
      for key in stride(from: note.pitchClass, to: 128, by: 12) {
        guard let earlier = recent[key] else { continue }
        let gap = note.startSeconds(after: notes[earlier])
        if gap < -joinSeconds || gap > 4 * TuningProblem.memorySeconds { continue }
        var weight =
          TuningProblem.Weights.horizontal
          * TuningProblem.decay(max(gap, 0) / TuningProblem.memorySeconds)
        if key != Int(note.key) { weight *= TuningProblem.Weights.otherOctave }
        if let found = best, found.weight >= weight { continue }
        best = Link(note: index, earlier: earlier, weight: weight)
      }
      if let best { links.append(best) }
      let last = recent[Int(note.key)]
      if last.map({ notes[$0].endFrame <= note.endFrame }) ?? true { recent[Int(note.key)] = index }
    }
    return links
  }

  /// Whether the unknowns of both notes are near each other.
  static func isNear(_ link: Link, _ unknowns: [Int?]) -> Bool {
    guard let first = unknowns[link.note], let second = unknowns[link.earlier] else { return true }
    return abs(first - second) <= distanceLimit
  }
}

extension SongNote {
  /// Returns the time from the end of an earlier note to the start, negative if they overlap.
  fileprivate func startSeconds(after earlier: SongNote) -> Double {
    Double(startFrame - earlier.endFrame) / Double(SongNotes.sampleRate)
  }
}
