/// The response to a comparison.
public struct ComparisonResponse: Hashable, Sendable {
  /// The question.
  public var question: TrialQuestion
  /// The offset of the target from its nominal pitch in cents; not 0.
  public var offsetCents: Double
  /// The direction that the listener heard.
  public var heard: PitchDirection

  /// Creates a response.
  public init(question: TrialQuestion, offsetCents: Double, heard: PitchDirection) {
    self.question = question
    self.offsetCents = offsetCents
    self.heard = heard
  }

  /// The direction of the target.
  public var direction: PitchDirection { offsetCents > 0 ? .higher : .lower }
  /// Whether the response is correct.
  public var isRight: Bool { heard == direction }
}
