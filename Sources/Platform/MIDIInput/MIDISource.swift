/// A MIDI output port of the system's sequencer, as of a keyboard.
public struct MIDISource: Hashable, Sendable {
  /// The client and port number, as in `20:0`.
  public var address: String
  /// The client and port name, as in `Keystation 88: MIDI 1`.
  public var name: String
  /// Whether the port is that of a device.
  public var isPhysical: Bool

  package init(address: String, name: String, isPhysical: Bool) {
    self.address = address
    self.name = name
    self.isPhysical = isPhysical
  }
}
