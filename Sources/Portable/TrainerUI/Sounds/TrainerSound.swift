package import PeachMusicUnits

/// A sound that the user can select.
package struct TrainerSound: Hashable, Sendable {
  /// The intonation of a sound. Values are in cents.
  package enum Badge: Hashable, Sendable {
    case unknown, measuring, unpitched, exact
    /// The pitch contour is removed. The largest deviation of 100 ms is `nil` until it is known.
    case straight(deviationCents: Double?)
    /// The error of the mean pitch over 0.1 to 1 s, the variation of the pitch around it, and the
    /// reason why it is not removed.
    case varying(meanCents: Double, variationCents: Double, reason: IntonationBadge.Reason? = nil)
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

extension TrainerSound.Badge {
  /// Converts a badge, which the trainer shows in its own languages.
  package init(_ badge: IntonationBadge) {
    switch badge {
    case .exact: self = .exact
    case .straight(let deviation):
      // A bound, which is shown with one decimal.
      self = .straight(deviationCents: deviation.map { max(($0 * 10).rounded(.up), 1) / 10 })
    case .varying(let mean, let variation, _, let reason):
      self = .varying(meanCents: mean, variationCents: variation, reason: reason)
    case .unpitched: self = .unpitched
    }
  }

  /// Whether a measurement could refine the badge.
  package var canBeMeasured: Bool { self == .unknown || self == .straight(deviationCents: nil) }
}
