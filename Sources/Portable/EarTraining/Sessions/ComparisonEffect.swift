/// What a ``ComparisonSession`` wants done, in order.
public enum ComparisonEffect: Equatable, Sendable {
  /// Both notes to the audio clock in one message, the second when the first and the gap are over.
  case play(cue: Int, reference: TrialNote, target: TrialNote, gapSeconds: Double)
  /// Whatever sounds is to stop.
  case stopNotes
  /// The trial is complete: to be stored at once.
  case completed(ComparisonTrial)
  /// Tell whether it was right, and report when that was seen for so many seconds.
  case showFeedback(cue: Int, isRight: Bool, seconds: Double)
}
