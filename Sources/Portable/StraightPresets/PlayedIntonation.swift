package import PeachInstrumentModel
public import PeachIntonation
public import PeachMusicUnits
package import PeachSynthesis

/// The intonation of a preset as players of notes in hertz play it by default: with straight tones,
/// or as recorded with corrected mean pitch. Rates the keys in the range of the General MIDI
/// instrument, or all keys. Notes that have been played are rated with the share of their
/// correction that was verified.
///
/// ```swift
/// let cello = try SoundBank(contentsOf: "FluidR3_GM.sf2").preset(bank: 0, program: 42)
/// let played = try cello.playedIntonation()
/// played?.badge              // straight
/// played?.vibratoExtentCents // 10.3…, of the recordings
/// ```
public struct PlayedIntonation: Hashable, Sendable {
  /// How the recordings are played.
  public let tone: AppliedTone
  /// The badge.
  public let badge: IntonationBadge
  /// The intonation of the recordings, before and after the correction of their mean pitch.
  public let recorded: PresetIntonation
  /// The intonation as played; `nil` if the badge is ``IntonationBadge/straight(deviationCents:)``
  /// and not all tones have been verified.
  public let played: PresetIntonation?
  /// The median extent of the recorded vibrato, ± cents; `nil` if most recordings have none.
  public let vibratoExtentCents: Double?
  /// The median rate of the recorded vibrato, in hertz.
  public let vibratoHertz: Double?

  /// - Parameters:
  ///   - straightening: The preset; of tones that decay, ``PresetStraightening/plucked``.
  ///   - voters: The straight tones of the recordings that decide, or their classification.
  ///   - tone: How the preset is played.
  ///   - map: The measured pitches of the regions.
  ///   - shares: The notes that have been verified.
  ///   - header: Returns the straight tone of a recording, or its classification; `nil` if neither
  ///     is known. Its channels need no frames.
  package init(
    _ straightening: PresetStraightening, presetAt index: Int, voters: [StraightTone],
    tone: AppliedTone, map: IntonationMap, shares: NoteShares = NoteShares(),
    header: (StraightRecording) -> StraightTone?
  ) {
    func fraction(_ note: PresetIntonation.Note) -> Double {
      NoteShares.fraction(shares.share(key: note.key, velocity: note.velocity) ?? NoteShares.whole)
    }
    let (bank, regions) = (straightening.bank, straightening.regions)
    let keys = Self.keys(ofPresetAt: index, of: bank, regions)
    let vibrato = RecordedVibrato(medianOf: voters.map { $0.recordedVibrato })
    vibratoExtentCents = vibrato.map { Double($0.extentCents) }
    vibratoHertz = vibrato.map { Double($0.hertz) }
    self.tone = tone
    func heard(_ note: PresetIntonation.Note) -> (mean: Double, variation: Double)? {
      shares.error(key: note.key)
    }
    let corrected = MeasuredPreset(regions, in: bank, map: map).intonation(keys: keys)
      .corrected(by: fraction)
    let recorded = tone == .straight ? corrected : corrected.measured(by: heard)
    self.recorded = recorded
    guard tone == .straight else {
      played = recorded
      badge = Self.badge(of: recorded, tone: tone, isClassified: !voters.isEmpty)
      return
    }
    let tones = Self.tones(straightening, keys: keys, header: header)
    let straight = tones.map { tones in
      MeasuredPreset(
        regions, in: bank, map: map, straightPitches: tones.map { $0?.frequency }
      ).intonation(windowCents: tones.map { $0?.largestWindowCents }, keys: keys)
        .replacing({ fraction($0) < 1 }, with: recorded).measured(by: heard)
    }
    let heardErrors = keys.compactMap { shares.error(key: $0) }
    badge = Self.badge(
      ofStraight: straight, recorded: recorded,
      heardCents: heardErrors.map { abs($0.mean) + $0.variation }.max() ?? 0,
      isConstant: voters.allSatisfy { $0.verdict == .alreadyStraight })
    // Straight tones are not worse than the recordings.
    if case .straight = badge { played = straight } else { played = straight ?? recorded }
  }

  /// Returns the straight tone of each region, without frames: `nil` for regions that play as
  /// recorded. Returns `nil` unless all tones of the keys have been verified.
  private static func tones(
    _ straightening: PresetStraightening, keys: ClosedRange<UInt8>,
    header: (StraightRecording) -> StraightTone?
  ) -> [StraightTone?]? {
    var headers: [Int: StraightTone] = [:]
    let (regions, recordings) = (straightening.regions, straightening.recordings)
    for index in regions.indices where regions[index].keys.overlaps(keys) {
      guard let number = recordings.parts[index]?.recording, headers[number] == nil
      else { continue }
      guard let known = header(recordings.recordings[number]) else { return nil }
      // Recordings with another verdict are straightened if the result is confirmed.
      let isFinal = known.verdict == .unpitched
      guard isFinal || !known.isClassifiedOnly else { return nil }
      headers[number] = known
    }
    return recordings.parts.map { part in
      part.flatMap { headers[$0.recording] }.flatMap { $0.replacesRecording ? $0 : nil }
    }
  }

  /// Returns the badge of a preset that is played as recorded.
  private static func badge(
    of recorded: PresetIntonation, tone: AppliedTone, isClassified: Bool
  ) -> IntonationBadge {
    guard isClassified, case .varying(let mean, let variation, let later, _) = recorded.badge else {
      return recorded.badge
    }
    if tone == .kept(.unpitched) { return .unpitched }
    let reason: ToneVerdict? =
      switch tone {
      case .kept(let verdict): verdict
      case .glideRemoved: .decaying
      case .straight, .recorded, .lessInTune: nil
      }
    return .varying(
      meanCents: mean, variationCents: variation, laterCents: later, reason: reason)
  }

  /// Returns the badge of a preset of straight tones.
  ///
  /// - Parameters:
  ///   - played: The intonation of the tones; `nil` until they have been verified.
  ///   - heardCents: The largest deviation of the notes that have been played.
  ///   - isConstant: Whether the pitch of the recordings is constant.
  private static func badge(
    ofStraight played: PresetIntonation?, recorded: PresetIntonation, heardCents: Double,
    isConstant: Bool
  ) -> IntonationBadge {
    if recorded.notes.isEmpty { return .unpitched }
    // The pitch of a wrong root key is constant, but not corrected.
    let isTooFar = (played ?? recorded).worstCents(after: true) > CorrectionRule().farthestCents
    if isTooFar { return (played ?? recorded).badge }
    let isExact = isConstant || recorded.badge == .exact
    if isExact, (played ?? recorded).badge == .exact { return .exact }
    // A note that is notably off is no reason to wait for the others.
    let heard = heardCents > IntonationBadge.limitCents ? heardCents : nil
    return .straight(deviationCents: played?.worstWindowCents ?? heard)
  }

  /// The keys of a piano, beyond which notes are not verified.
  private static let piano: ClosedRange<UInt8> = 21...108

  /// Returns the keys of a trainer: those of ``keys(ofPresetAt:of:_:)`` that a piano has, too; all
  /// of them if there are no such regions.
  package static func trainedKeys(
    ofPresetAt index: Int, of bank: SoundBank, _ regions: [Region]
  ) -> ClosedRange<UInt8> {
    let keys = keys(ofPresetAt: index, of: bank, regions)
    let trained = keys.clamped(to: piano)
    return regions.contains { $0.keys.overlaps(trained) } ? trained : keys
  }

  /// Returns the keys with regions in the range of the General MIDI instrument; all if there are
  /// none.
  package static func keys(
    ofPresetAt index: Int, of bank: SoundBank, _ regions: [Region]
  ) -> ClosedRange<UInt8> {
    guard let keys = GeneralMIDICompass.keys(ofProgram: bank.presets[index].program),
      regions.contains(where: { $0.keys.overlaps(keys) })
    else { return 0...127 }
    return keys
  }
}
