package struct JACKPort: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Audio input, as of a sound card.
    case audioInput
    /// MIDI output, as of a keyboard.
    case midiOutput
  }

  /// The full name, `client:port`.
  package var name: String
  package var isPhysical: Bool

  package init(name: String, isPhysical: Bool) {
    self.name = name
    self.isPhysical = isPhysical
  }
}
