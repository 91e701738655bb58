/// A sound that the user can select.
package struct TrainerSound: Hashable, Sendable {
  /// The intonation of a sound. Values are in cents.
  package enum Badge: Hashable, Sendable {
    case unknown, measuring, unpitched, exact
    case within(cents: Double)
    /// The pitch of the samples varies. `within` is their mean pitch's error; `nil` if negligible.
    case wavering(cents: Double, within: Double?)
  }

  /// The identifier in settings: `sine`, or `sf2:<file>:<bank>:<program>`.
  package var tag: String
  /// The name. Empty for the sine, whose name depends on the language.
  package var name: String
  package var bank: String
  package var badge: Badge
  /// The keys of references and targets; `nil` for all keys.
  package var compass: ClosedRange<UInt8>?

  package init(
    tag: String, name: String, bank: String, badge: Badge = .unknown,
    compass: ClosedRange<UInt8>? = nil
  ) {
    (self.tag, self.name, self.bank, self.badge) = (tag, name, bank, badge)
    self.compass = compass
  }

  package static var sine: TrainerSound {
    TrainerSound(tag: "sine", name: "", bank: "", badge: .exact)
  }
}
