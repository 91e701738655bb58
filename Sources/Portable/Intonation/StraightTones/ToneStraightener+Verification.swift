import PeachMusicUnits

extension ToneStraightener {
  /// The largest deviation of a recording that is straight already.
  private static let straightCents = 0.3

  /// Discards the result unless its pitch is constant, and more so than that of the recording.
  func verify(
    _ tone: inout StraightTone, against recording: [[Float]], _ note: HeldNote, hertz: Double
  ) {
    func largest(_ step: Double) -> Double? {
      verification.largestCents(
        of: recording, loop: note.loop, sampleRate: note.sampleRate, hertz: hertz,
        onset: Double(note.onset), end: Double(note.frameCount), step: step)
    }
    var before = largest(2 * CombEstimator.stepSeconds)
    tone.largestWindowCents = before ?? 0
    guard tone.replacesRecording else { return }
    let after = verification.largestCents(
      of: tone.channels, loop: tone.loop, sampleRate: note.sampleRate, hertz: tone.frequency.hertz,
      onset: onsetOfTone, end: endOfTone, step: CombEstimator.stepSeconds)
    if let after, after >= before ?? .infinity {
      // The largest deviation may lie between two windows.
      let largest = largest(CombEstimator.stepSeconds)
      if let largest, largest > Self.straightCents {
        before = largest
        tone.largestWindowCents = largest
      }
    }
    if let after, after < StraightToneVerification.limitCents,
      after < before ?? .infinity
        || after < Self.straightCents
          && hasBetterAttack(tone, than: attackCents(of: recording, note, hertz: hertz))
    {
      tone.largestWindowCents = after
      return
    }
    tone.channels = []
    tone.loop = nil
    tone.vibrato = VibratoTable()
    tone.frequency = .hertz(hertz)
    guard tone.verdict == .straight || tone.verdict == .alreadyStraight else { return }
    // Noise alone can make the contour of a straight recording deviate.
    let isStraight = tone.verdict == .alreadyStraight || before ?? .infinity < Self.straightCents
    tone.verdict = isStraight ? .alreadyStraight : .unverified
  }
}
