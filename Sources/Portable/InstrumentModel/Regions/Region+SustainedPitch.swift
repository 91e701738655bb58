extension Region {
  /// The pitch that the modulation envelope adds for as long as the key is held, in cents
  /// (SoundFont 2.04 §8.1.3, generators 7 and 29). Banks use it as tuning. 0 for an envelope that
  /// decays, whose pitch changes.
  package var sustainedPitchCents: Double {
    guard generators[.modulationEnvelopeSustain] <= 0 else { return 0 }
    return Double(min(max(generators[.modulationEnvelopeToPitch], -12_000), 12_000))
  }
}
