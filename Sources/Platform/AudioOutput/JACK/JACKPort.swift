/// A port of a JACK server that a person could connect with.
public struct JACKPort: Hashable, Sendable {
  /// What goes through it, and which way.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Takes sound, as a sound card does.
    case audioInput
    /// Gives MIDI, as a keyboard does.
    case midiOutput
  }

  /// Its full name: the client's and the port's.
  public var name: String
  /// True where it stands for a device.
  public var isPhysical: Bool

  /// A port of these parts.
  public init(name: String, isPhysical: Bool) {
    self.name = name
    self.isPhysical = isPhysical
  }
}
