/// The reason for which a command to an audio thread was not sent.
///
/// Every command that a full queue could lose is sent or throws: see ``SongPlayer`` and
/// ``LiveSynthesizer``.
public enum LiveCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The audio thread has not handled the commands before it.
  case queueFull
  /// The value is not a number.
  case notANumber

  /// A user-facing message.
  public var description: String {
    switch self {
    case .queueFull: "Too many commands are waiting. Try again when the next block is rendered."
    case .notANumber: "The value is not a number."
    }
  }
}
