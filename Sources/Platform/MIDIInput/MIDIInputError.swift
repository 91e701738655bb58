/// Why no MIDI comes in, and what to do about it.
///
/// `\(error)` is a sentence for a person.
public enum MIDIInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This build was made without the trait `ALSA`.
  case notBuilt
  /// A call failed: its name, what it was about, and the system's words.
  case call(_ name: String, about: String, reason: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .notBuilt:
      "This build has no MIDI input through ALSA. Build with --traits ALSA, or read a raw device."
    case .call(let name, let about, let reason): "\(about): \(name): \(reason)"
    }
  }
}
