/// A comparison, in progress or completed. It has no time, because a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  /// The question, the target's offset from its nominal pitch, and the direction that was heard.
  public var answer: ComparisonResponse
  /// The tuning of the nominal interval.
  public var tuning: Tuning
  /// The first note.
  public var reference: TrialNote
  /// The second note, at its offset.
  public var target: TrialNote
  /// The time from the end of the reference to the onset of the target, in seconds.
  public var gapSeconds: Double
  /// The number of times that the notes were played again.
  public var replays: Int
  /// The time from the last onset of the target to the answer, in seconds.
  public var responseSeconds: Double

  /// Creates a comparison. ``Tuning/target(reference:interval:offset:)`` returns the frequency of
  /// its target.
  public init(
    answer: ComparisonResponse, tuning: Tuning, reference: TrialNote, target: TrialNote,
    gapSeconds: Double, replays: Int = 0, responseSeconds: Double = 0
  ) {
    self.answer = answer
    self.tuning = tuning
    self.reference = reference
    self.target = target
    self.gapSeconds = gapSeconds
    self.replays = replays
    self.responseSeconds = responseSeconds
  }
}
