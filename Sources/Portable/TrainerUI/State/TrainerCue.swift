/// Which notes a report is about: those of one training, counted within it.
public struct TrainerCue: Hashable, Sendable {
  /// Goes up whenever training begins.
  public var session: Int
  /// The session's own number.
  public var number: Int

  /// The notes of a number in a training.
  public init(session: Int, number: Int) {
    self.session = session
    self.number = number
  }
}
