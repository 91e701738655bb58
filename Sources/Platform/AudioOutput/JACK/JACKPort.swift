/// A port of a JACK server.
public struct JACKPort: Hashable, Sendable {
  /// The type and direction of a port.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Audio input, as of a sound card.
    case audioInput
    /// MIDI output, as of a keyboard.
    case midiOutput
  }

  /// The full name, `client:port`.
  public var name: String
  /// Whether the port belongs to a device.
  public var isPhysical: Bool

  /// Creates a port.
  public init(name: String, isPhysical: Bool) {
    self.name = name
    self.isPhysical = isPhysical
  }
}
