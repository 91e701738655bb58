/// A sound that the user can select.
package struct TrainerSound: Hashable, Sendable {
  /// The intonation of a sound. Values are in cents.
  package enum Badge: Hashable, Sendable {
    case unknown, measuring, unpitched, exact
    /// The pitch contour is removed. The largest deviation of 100 ms is `nil` until it is known.
    case straight(deviationCents: Double?)
    /// The error of the mean pitch over 0.1 to 1 s, the variation of the pitch around it, and the
    /// reason why it is not removed.
    case varying(meanCents: Double, variationCents: Double, reason: VariationReason? = nil)
  }

  /// The reason why the recordings of a sound keep their pitch contour.
  package enum VariationReason: Hashable, Sendable {
    case severalPlayers, decaying, noCommonContour
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
