/// A MIDI output port of the system's sequencer, as of a keyboard.
package struct MIDISource: Hashable, Sendable {
  /// The client and port number, as in `20:0`.
  package var address: String
  /// The client and port name, as in `Keystation 88: MIDI 1`.
  package var name: String
  package var isPhysical: Bool

  package init(address: String, name: String, isPhysical: Bool) {
    self.address = address
    self.name = name
    self.isPhysical = isPhysical
  }
}
