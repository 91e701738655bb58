/// A comparison, in progress or completed. It has no time, because a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  /// The question, the offset and the response.
  package var answer: ComparisonResponse
  /// The tuning of the interval.
  package var tuning: Tuning
  /// The first note.
  package var reference: TrialNote
  /// The second note.
  package var target: TrialNote
  /// The silence between the notes, in seconds.
  package var gapSeconds: Double
  /// The number of times that the notes were repeated.
  package var replays: Int
  /// The time from the last onset of the target to the answer, in seconds.
  package var responseSeconds: Double

  /// Creates a comparison.
  package init(
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
