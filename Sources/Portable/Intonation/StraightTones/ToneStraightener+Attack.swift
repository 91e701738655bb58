import PeachMusicUnits

/// The attack of straight tones.
///
/// In a steep scoop at full level, the partials disagree by more than they do later, so that the
/// pitch counts as uncertain and the scoop is left. Verification at the recording's own speed
/// misses it: a lower key plays the first 25 ms of the recording after 50 ms.
extension ToneStraightener {
  /// The disagreements that are tried as the limit of certainty, in cents.
  private static let disagreementLimits = [15.0, 40, 120]
  /// The deviation of an attack that remains as it is, in cents.
  private static let exactAttackCents = 0.5
  /// The largest part of an attack's deviation that a better one has.
  private static let betterPart = 0.8

  /// Replaces a tone by the best one that follows the recording further into its attack.
  ///
  /// - Parameters:
  ///   - original: The deviation of the recording's attack; it is measured if the tone is none.
  ///   - straighten: Returns the verified tone with a limit of certainty.
  func straightenAttack(
    of tone: inout StraightTone, original: () -> Double?,
    _ straighten: (_ limit: Double) -> StraightTone
  ) {
    guard tone.replacesRecording || tone.verdict == .alreadyStraight,
      var best = tone.replacesRecording ? attackCents(of: tone) : original()
    else { return }
    for limit in Self.disagreementLimits where best > Self.exactAttackCents {
      let other = straighten(limit)
      guard hasBetterAttack(other, than: best), let cents = attackCents(of: other)
      else { continue }
      (tone, best) = (other, cents)
    }
  }

  /// Whether the attack of a tone deviates by clearly less than another one.
  func hasBetterAttack(_ tone: StraightTone, than cents: Double?) -> Bool {
    guard tone.replacesRecording, let cents, cents > Self.exactAttackCents,
      let own = attackCents(of: tone)
    else { return false }
    return own < Self.betterPart * cents
  }

  /// Returns the deviation of a recording's attack.
  func attackCents(of recording: [[Float]], _ note: HeldNote, hertz: Double) -> Double? {
    verification.attackCents(
      of: recording, loop: note.loop, sampleRate: note.sampleRate, hertz: hertz,
      onset: Double(note.onset))
  }

  private func attackCents(of tone: StraightTone) -> Double? {
    verification.attackCents(
      of: tone.channels, loop: tone.loop, sampleRate: sampleRateOfTone, hertz: tone.frequency.hertz,
      onset: max(onsetOfTone, 0))
  }
}
