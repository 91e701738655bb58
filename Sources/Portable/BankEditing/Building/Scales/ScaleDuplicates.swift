import PeachMusicUnits

/// Finds notes that two recordings of scales have in common, because one file contains the start of
/// the other. Takes differ in timing and level.
package enum ScaleDuplicates {
  /// The number of notes that must be equal.
  private static var minCount: Int { 3 }
  private static var maxSeconds: Double { 0.025 }
  private static var maxDecibels: Double { 1 }
  private static var maxSemitones: Double { 0.05 }

  /// Returns the number of notes at the start of `scale` that `other` has, too.
  ///
  /// - Parameters:
  ///   - scale: The notes of a file, in its order.
  ///   - other: The notes of another file.
  package static func count(_ scale: [AnalyzedRecording], in other: [AnalyzedRecording]) -> Int {
    let (notes, others) = (scale.map { Note($0) }, other.map { Note($0) })
    guard notes.count >= minCount else { return 0 }
    let counts = others.indices.map { start in
      zip(notes, others[start...]).prefix { note, same in
        let (first, firstSame) = (notes[0], others[start])
        let time = (note.seconds - first.seconds) - (same.seconds - firstSame.seconds)
        let level = (note.decibels - first.decibels) - (same.decibels - firstSame.decibels)
        return abs(time) < maxSeconds && abs(level) < maxDecibels
          && abs(note.pitch - same.pitch) < maxSemitones
      }.count
    }
    let count = counts.max() ?? 0
    return count >= minCount ? count : 0
  }

  private struct Note {
    var seconds: Double
    var decibels: Double
    var pitch: Double

    init(_ recording: AnalyzedRecording) {
      seconds = recording.scaleSeconds ?? 0
      decibels = recording.onset?.levelDecibels ?? 0
      pitch = recording.pitch?.noteNumber ?? 0
    }
  }
}
