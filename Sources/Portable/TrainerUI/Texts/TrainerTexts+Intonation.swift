package import PeachMusicUnits

/// The texts of measured intonations.
extension TrainerTexts {
  /// Returns the badge of a sound, or the state of its measurement.
  package func intonation(of sound: TrainerSound) -> String {
    sound.isMeasuring ? self[.measuring] : badge(sound.badge)
  }

  /// Returns a badge: `several players, mean within 0.3 cents`. Only variations without a reason
  /// are quantified.
  package func badge(_ badge: IntonationBadge?) -> String {
    switch badge {
    case nil: self[.notMeasured]
    case .exact?: self[.badgeExact]
    case .straight(nil)?: self[.badgeStraight]
    case .straight(let deviation?)?:
      self[.badgeStraightWithin, cents(IntonationBadge.bound(ofDeviation: deviation))]
    case .varying(let mean, let variation, _, nil)?:
      self[.badgeVarying, cents(mean), cents(variation)]
    case .varying(let mean, _, _, let reason?)?:
      "\(name(of: reason)), \(self[.badgeMean, cents(mean)])"
    case .unpitched?: self[.badgeUnpitched]
    }
  }

  /// Returns a badge with all its values:
  /// `several players, mean within 0.3 cents, varies by ±5.1 cents, later within 2.0 cents`.
  package func details(of badge: IntonationBadge) -> String {
    guard case .varying(let mean, let variation, _, let reason) = badge else {
      return self.badge(badge)
    }
    var text = reason.map { "\(name(of: $0)), " } ?? ""
    text += self[.badgeVarying, cents(mean), cents(variation)]
    if let later = badge.notableLaterCents { text += ", " + self[.badgeLater, cents(later)] }
    return text
  }

  /// Returns the name of a verdict.
  package func name(of verdict: ToneVerdict) -> String {
    switch verdict {
    case .alreadyStraight: self[.badgeAlreadyStraight]
    case .straight: self[.badgeStraight]
    case .severalPlayers: self[.badgeSeveralPlayers]
    case .decaying: self[.badgeDecaying]
    case .unpitched: self[.badgeUnpitched]
    case .unverified: self[.badgeNoCommonContour]
    }
  }
}
