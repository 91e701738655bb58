/// An answer to a comparison, with what was really heard.
public struct ComparisonResponse: Hashable, Sendable {
  /// What was asked.
  public var question: Question
  /// How far the target was from where it should be, in cents, as it was rendered; never 0.
  public var offsetCents: Double
  /// What was answered.
  public var heard: Direction

  /// An answer to a question.
  public init(question: Question, offsetCents: Double, heard: Direction) {
    self.question = question
    self.offsetCents = offsetCents
    self.heard = heard
  }

  /// Where the target was.
  public var direction: Direction { offsetCents > 0 ? .higher : .lower }
  /// True where what was heard was so.
  public var isRight: Bool { heard == direction }
}
