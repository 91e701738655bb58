package import PeachIntonation

extension TrainerSound.Badge {
  /// Converts a badge, which the trainer shows in its own languages.
  package init(_ badge: IntonationBadge) {
    switch badge {
    case .exact: self = .exact
    case .straight(let deviation):
      // A bound, which is shown with one decimal.
      self = .straight(deviationCents: deviation.map { max(($0 * 10).rounded(.up), 1) / 10 })
    case .varying(let mean, let variation, _, let reason):
      self = .varying(
        meanCents: mean, variationCents: variation,
        reason: reason.map { TrainerSound.VariationReason($0) })
    case .unpitched: self = .unpitched
    }
  }

  /// Whether a measurement could refine the badge.
  package var canBeMeasured: Bool { self == .unknown || self == .straight(deviationCents: nil) }
}

extension TrainerSound.VariationReason {
  package init(_ reason: IntonationBadge.Reason) {
    switch reason {
    case .severalPlayers: self = .severalPlayers
    case .decaying: self = .decaying
    case .noCommonContour: self = .noCommonContour
    }
  }
}
