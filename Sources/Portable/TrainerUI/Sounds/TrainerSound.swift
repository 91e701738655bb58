package import PeachMusicUnits

/// A sound that the user can select.
package struct TrainerSound: Hashable, Sendable {
  /// The identifier in settings: `sine`, or `sf2:<file>:<bank>:<program>`.
  package var tag: String
  /// The name. Empty for the sine, whose name depends on the language.
  package var name: String
  package var bank: String
  /// The intonation as played; `nil` if it was not measured.
  package var badge: IntonationBadge?
  /// Whether the intonation is being measured.
  package var isMeasuring = false
  /// The keys of references and targets; `nil` for all keys.
  package var compass: ClosedRange<UInt8>?
  /// Whether its chords have no beats of their own; `nil` if that is not known.
  package var steadiness: ToneSteadiness?

  package init(
    tag: String, name: String, bank: String, badge: IntonationBadge? = nil,
    compass: ClosedRange<UInt8>? = nil
  ) {
    (self.tag, self.name, self.bank, self.badge) = (tag, name, bank, badge)
    self.compass = compass
    if tag == "sine" { steadiness = .steady }
  }

  package static var sine: TrainerSound {
    TrainerSound(tag: "sine", name: "", bank: "", badge: .exact)
  }

  /// Whether a measurement could refine the badge.
  package var canBeMeasured: Bool {
    !isMeasuring && (badge == nil || badge == .straight(deviationCents: nil))
  }
}
