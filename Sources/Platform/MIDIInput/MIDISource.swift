/// A port of the system's sequencer that gives MIDI, as a keyboard does.
public struct MIDISource: Hashable, Sendable {
  /// Its numbers, by which it is connected: `20:0`.
  public var address: String
  /// What it is called: `Keystation 88: MIDI 1`.
  public var name: String
  /// True where it stands for a device.
  public var isPhysical: Bool

  /// A source of these parts.
  public init(address: String, name: String, isPhysical: Bool) {
    self.address = address
    self.name = name
    self.isPhysical = isPhysical
  }
}
