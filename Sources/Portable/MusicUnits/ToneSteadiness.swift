/// Whether the chords of a sound have beats of their own, which would mask those of their tuning.
package enum ToneSteadiness: Hashable, Sendable {
  case steady
  /// The recordings cannot be straight, because several players sound, or for another reason.
  case notStraight(ToneVerdict)
  /// A note deviates from its pitch, by cents.
  case offPitch(cents: Double)
  /// The level of a held note varies, by decibels (the standard deviation).
  case fluctuating(decibels: Double)
  /// The overtones whose beats are heard are too soft.
  case fewOvertones

  /// The largest deviation of a steady note from its pitch, in cents.
  package static var largestCents: Double { 0.1 }
  /// The largest fluctuation of the level of a steady note, in decibels.
  package static var largestDecibels: Double { 0.5 }
  /// The lowest level of the partials 3 to 6 together, relative to the tone, in decibels.
  package static var overtoneDecibels: Double { -30 }
}
