/// Identifies the notes of an event.
public struct TrainerCue: Hashable, Sendable {
  /// The number of the session.
  public var session: Int
  /// The number of the cue within the session.
  public var number: Int

  /// Creates an identifier.
  public init(session: Int, number: Int) {
    self.session = session
    self.number = number
  }
}
