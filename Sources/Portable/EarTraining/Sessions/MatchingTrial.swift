/// A completed matching, as it is stored. When it was is for whoever stores it to say.
public struct MatchingTrial: Hashable, Sendable {
  /// What it was about.
  public var question: Question
  /// How wide the interval was meant to be.
  public var tuning: Tuning
  /// The note to match.
  public var reference: TrialNote
  /// How far off the note was when it was first touched, in cents.
  public var startOffsetCents: Double
  /// How far off it was left, in cents; 0 is a perfect match.
  public var offsetCents: Double
  /// How often the reference was heard again.
  public var replays: Int
  /// From the first touch to the end.
  public var responseSeconds: Double

  /// A matching with all that is known of it.
  public init(
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
}
