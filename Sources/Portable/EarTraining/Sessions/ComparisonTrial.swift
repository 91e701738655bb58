/// A completed comparison, as it is stored and as procedures learn from it.
///
/// When it was is for whoever stores it to say: a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  /// What was asked, rendered and answered.
  public var answer: ComparisonResponse
  /// How wide the interval was meant to be.
  public var tuning: Tuning
  /// The first note, as it was asked for.
  public var reference: TrialNote
  /// The second note, as it was asked for.
  public var target: TrialNote
  /// The silence between the notes.
  public var gapSeconds: Double
  /// How often the notes were heard again before the answer.
  public var replays: Int
  /// From the target's onset to the answer, the last time it was heard.
  public var responseSeconds: Double

  /// A comparison with all that is known of it.
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
