/// A failure of a MIDI input. `\(error)` is a message.
public enum MIDIInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Peach was built without the trait `ALSA`.
  case notBuilt
  /// A call failed: its name, its subject, and the system's error message.
  case call(_ name: String, about: String, reason: String)

  /// A message with a remedy.
  public var description: String {
    switch self {
    case .notBuilt:
      "Peach was built without ALSA's sequencer. Enable the trait in your Package.swift: "
        + ".package(url: …, traits: [\"ALSA\"]), and install "
        + "libasound2-dev; or read a raw MIDI device."
    case .call(let name, let about, let reason):
      "MIDI input from \(about) failed: \(reason) (\(name))."
    }
  }
}
