/// A sound that the user can select.
package struct TrainerSound: Hashable, Sendable {
  /// The intonation of a sound. Values are in cents.
  package enum Badge: Hashable, Sendable {
    case unknown
    case measuring
    case exact
    case within(cents: Double)
    /// The pitch of the samples varies. `within` is the error of their mean pitch, or `nil` if it
    /// is negligible.
    case wavering(cents: Double, within: Double?)
    case unpitched
  }

  /// The identifier in settings: `sine`, or `sf2:<file>:<bank>:<program>`.
  package var tag: String
  /// The name. Empty for the sine, whose name depends on the language.
  package var name: String
  /// The name of the bank.
  package var bank: String
  /// The intonation.
  package var badge: Badge

  /// Creates a sound of a bank.
  package init(tag: String, name: String, bank: String, badge: Badge = .unknown) {
    self.tag = tag
    self.name = name
    self.bank = bank
    self.badge = badge
  }

  /// The sine wave.
  package static var sine: TrainerSound {
    TrainerSound(tag: "sine", name: "", bank: "", badge: .exact)
  }
}
