/// Why there is no connection to a JACK server, and what to do about it.
///
/// `\(error)` is a sentence for a person: `JACK: no server runs. Start one, or play through ALSA.`
public enum JACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This build was made without the trait `JACK`.
  case notBuilt
  /// No server runs, or it does not let this user in.
  case noServer
  /// The server or its library refused a call: the function's name, and what it was about.
  case refused(call: String, about: String)
  /// The server ended, or shut this client out; its words.
  case serverGone(reason: String)

  /// Two sentences: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .notBuilt: "JACK: this build cannot. Build with --traits JACK, or play through ALSA."
    case .noServer: "JACK: no server runs. Start one, or play through ALSA."
    case .refused(let call, let about):
      "JACK: \(call): \(about) is refused. See what the server says."
    case .serverGone(let reason): "JACK: the server is gone (\(reason)). Start it again."
    }
  }
}
