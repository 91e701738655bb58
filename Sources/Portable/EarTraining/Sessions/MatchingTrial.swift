import PeachMusicUnits

/// A matching, in progress or completed. It has no time, because a session has no clock.
public struct MatchingTrial: Hashable, Sendable {
  /// The question.
  public var question: TrialQuestion
  /// The tuning of the nominal interval.
  public var tuning: Tuning
  /// The note that does not change.
  public var reference: TrialNote
  /// The offset of the target when it started, in cents.
  public var startOffsetCents: Double
  /// The offset of the target in cents; 0 is an exact match.
  public var offsetCents: Double
  /// The number of times that the notes were played again.
  public var replays: Int
  /// The time from the first change to the end, in seconds.
  public var responseSeconds: Double

  /// Creates a matching.
  public init(
    question: TrialQuestion, tuning: Tuning, reference: TrialNote, startOffsetCents: Double,
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
  public var target: TrialNote {
    TrialNote(
      frequency: tuning.target(
        reference: reference.frequency, interval: question.interval, offset: Cents(offsetCents)))
  }
}
