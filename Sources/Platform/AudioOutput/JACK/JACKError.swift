/// A failure of the connection to a JACK server. `\(error)` is a message with a remedy.
public enum JACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Peach was built without the trait `JACK`.
  case notBuilt
  /// No server is running, or it refuses connections of this user.
  case noServer
  /// A call failed: the function's name, and its subject.
  case refused(call: String, about: String)
  /// The server terminated or disconnected the client, for this reason.
  case serverGone(reason: String)

  /// A message with a remedy.
  public var description: String {
    switch self {
    case .notBuilt:
      "Peach was built without JACK. Enable the trait in your Package.swift: .package(url: …, "
        + "traits: [\"JACK\"]), and install libjack-jackd2-dev; or use ALSA."
    case .noServer: "No JACK server is running. Start one, or use ALSA."
    case .refused(let call, let about):
      "The JACK server refused \(about) (\(call)). See the server's log."
    case .serverGone(let reason): "The JACK server is gone: \(reason). Restart it."
    }
  }
}
