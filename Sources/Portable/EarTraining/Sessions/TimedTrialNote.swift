/// A note of a trial with its start time, and the note whose sample plays it.
public struct TimedTrialNote: Hashable, Sendable {
  /// The note.
  public var note: TrialNote
  /// The time from the start of the sequence, in seconds.
  public var startSeconds: Double
  /// The note whose sample is played, so that two notes differ in nothing but their pitch.
  public var sampleNote: TrialNote

  /// Creates a note; with its own sample if `sampleNote` is `nil`.
  public init(_ note: TrialNote, at startSeconds: Double = 0, sampleNote: TrialNote? = nil) {
    self.note = note
    self.startSeconds = startSeconds
    self.sampleNote = sampleNote ?? note
  }

  /// The duration in seconds; a second for a note that is played until it is stopped.
  public var durationSeconds: Double { note.durationSeconds ?? 1 }

  /// Returns both notes of a comparison. The notes of a unison use the same sample, so that they
  /// differ only in pitch.
  public static func pair(
    _ reference: TrialNote, _ target: TrialNote, gapSeconds: Double, isUnison: Bool
  ) -> [TimedTrialNote] {
    let first = TimedTrialNote(reference)
    return [
      first,
      TimedTrialNote(
        target, at: first.durationSeconds + gapSeconds, sampleNote: isUnison ? reference : nil),
    ]
  }
}
