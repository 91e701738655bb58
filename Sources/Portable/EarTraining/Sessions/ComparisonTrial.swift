/// A comparison, in progress or completed. It has no time, because a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  /// The question, the offset and the response.
  public var answer: ComparisonResponse
  /// The tuning of the interval.
  public var tuning: Tuning
  /// The first note.
  public var reference: TrialNote
  /// The second note.
  public var target: TrialNote
  /// The silence between the notes, in seconds.
  public var gapSeconds: Double
  /// The number of times that the notes were repeated.
  public var replays: Int
  /// The time from the last onset of the target to the answer, in seconds.
  public var responseSeconds: Double

  /// Creates a comparison.
  public init(
    answer: ComparisonResponse, tuning: Tuning, reference: TrialNote, target: TrialNote,
    gapSeconds: Double, replays: Int, responseSeconds: Double
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
