import PeachMusicUnits

/// A matching, in progress or completed. It has no time, because a session has no clock.
public struct MatchingTrial: Hashable, Sendable {
  package var question: Question
  package var tuning: Tuning
  package var reference: TrialNote
  /// The offset of the target when it started, in cents.
  package var startOffsetCents: Double
  /// The offset of the target in cents; 0 is an exact match.
  package var offsetCents: Double
  package var replays: Int
  /// The time from the first change to the end, in seconds.
  package var responseSeconds: Double

  package init(
    question: Question, tuning: Tuning, reference: TrialNote, startOffsetCents: Double,
    offsetCents: Double, replays: Int = 0, responseSeconds: Double = 0
  ) {
    self.question = question
    self.tuning = tuning
    self.reference = reference
    self.startOffsetCents = startOffsetCents
    self.offsetCents = offsetCents
    self.replays = replays
    self.responseSeconds = responseSeconds
  }

  /// The note that the user tunes, at its current offset.
  package var target: TrialNote {
    TrialNote(
      frequency: tuning.target(
        reference: reference.frequency, interval: question.interval, offset: Cents(offsetCents)))
  }
}
