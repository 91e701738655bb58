import PeachInstrumentModel
import PeachIntonation
public import PeachStraightPresets
import PeachSynthesis

extension BankPreset {
  /// Returns the intonation of the preset as it is played by default; `nil` for percussion, and if
  /// `measuring` is `false` and a recording has not been measured and classified. Call on any
  /// thread but the audio thread.
  ///
  /// - Parameters:
  ///   - corrections: The measured pitches. Unknown ones are measured.
  ///   - straightTones: The verdicts and verified tones. Unknown recordings are classified, which
  ///     takes half of the time of straightening; no recording is straightened.
  ///   - measuring: Whether to measure and to classify recordings.
  public func playedIntonation(
    _ corrections: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), measuring: Bool = true
  ) throws(SampleCodecError) -> PlayedIntonation? {
    if isPercussion { return nil }
    let classified: ClassifiedPreset
    if measuring {
      classified = try ClassifiedPreset(self, cache: straightTones)
    } else {
      guard let known = ClassifiedPreset(known: self, cache: straightTones) else { return nil }
      classified = known
    }
    let map = try corrections.map(for: classified.regions, of: bank, measuring: measuring)
    let shares = corrections.verifiedNotes(of: self, .straight) ?? NoteShares()
    return map.map { map in
      PlayedIntonation(
        classified.straightening, presetAt: index, voters: classified.voters,
        tone: classified.tone, map: map, shares: shares
      ) { straightTones.knownHeader(of: $0, in: classified.content) }
    }
  }
}
