/// A comparison, in progress or completed. It has no time, because a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  package var answer: ComparisonResponse
  package var tuning: Tuning
  package var reference: TrialNote
  package var target: TrialNote
  package var gapSeconds: Double
  package var replays: Int
  /// The time from the last onset of the target to the answer, in seconds.
  package var responseSeconds: Double

  package init(
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
