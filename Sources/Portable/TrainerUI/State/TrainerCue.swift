/// Identifies the notes of an event.
package struct TrainerCue: Hashable, Sendable {
  /// The number of the session.
  package var session: Int
  /// The number of the cue within the session.
  package var number: Int

  /// Creates an identifier.
  package init(session: Int, number: Int) {
    self.session = session
    self.number = number
  }
}
