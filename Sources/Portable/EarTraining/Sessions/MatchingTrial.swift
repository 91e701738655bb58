import PeachMusicUnits

/// A matching, in progress or completed. It has no time, because a session has no clock.
public struct MatchingTrial: Hashable, Sendable {
  /// The question of the trial.
  package var question: Question
  /// The tuning of the interval.
  package var tuning: Tuning
  /// The note to match.
  package var reference: TrialNote
  /// The offset of the target when it started, in cents.
  package var startOffsetCents: Double
  /// The offset of the target in cents; 0 is an exact match.
  package var offsetCents: Double
  /// The number of times that the reference was repeated.
  package var replays: Int
  /// The time from the first change to the end, in seconds.
  package var responseSeconds: Double

  /// Creates a matching.
  package init(
    question: Question, tuning: Tuning, reference: TrialNote, startOffsetCents: Double,
    offsetCents: Double, replays: Int, responseSeconds: Double
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
