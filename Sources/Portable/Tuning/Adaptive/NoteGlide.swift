/// A time in which the pitch of a held note changes evenly, to follow a chord.
package struct NoteGlide: Hashable, Sendable {
  /// A smaller change is not made, in cents.
  static let smallestCents = 0.01

  /// Times in frames of ``SongNotes/sampleRate``.
  package var startFrame: Int64
  package var endFrame: Int64
  /// Deviations from the temperament.
  package var startCents: Double
  package var endCents: Double

  package var startSeconds: Double { Double(startFrame) / Double(SongNotes.sampleRate) }
  package var endSeconds: Double { Double(endFrame) / Double(SongNotes.sampleRate) }

  /// Returns the cents at a frame from the start on.
  func cents(at frame: Int64) -> Double {
    if frame >= endFrame { return endCents }
    let fraction = Double(frame - startFrame) / Double(endFrame - startFrame)
    return startCents + fraction * (endCents - startCents)
  }
}
