package import PeachInstrumentModel
package import PeachIntonation
package import PeachMusicUnits
package import PeachSynthesis

/// The rules for straightening a preset: the recordings that decide, the recordings that
/// notes need, and the sample and the correction of each region. Players, songs and plug-ins share
/// them; they differ in threads and caches.
package struct PresetStraightening: Sendable {
  package let bank: SoundBank
  package let regions: [Region]
  package let isPercussion: Bool
  /// The recordings of the regions.
  package private(set) var recordings: PresetRecordings

  /// The maximum number of recordings that decide.
  private static let voterLimit = 32

  /// Finds the recordings of the preset at an index of a bank's presets.
  ///
  /// - Parameter smoothsLevels: Whether the levels of their partials are smoothed.
  package init(presetAt index: Int, of bank: SoundBank, smoothsLevels: Bool = false) {
    self.bank = bank
    isPercussion = bank.presets[index].bank == 128
    regions = bank.regions(ofPresetAt: index)
    recordings = PresetRecordings(
      regions, of: bank, isPercussion: isPercussion, smoothsLevels: smoothsLevels)
  }

  // MARK: Decision

  /// The recordings that decide: those with a loop, or all if none has one. Of many, some that are
  /// evenly distributed.
  package var voters: [Int] {
    let all = recordings.recordings
    let held = all.indices.filter { all[$0].channels[0].loops }
    let candidates = held.isEmpty ? Array(all.indices) : held
    let count = min(candidates.count, Self.voterLimit)
    return (0..<count).map { candidates[$0 * candidates.count / count] }
  }

  /// Returns whether the preset is straightened, by the verdicts of the ``voters``.
  package static func isStraightened(_ votes: [ToneVerdict]) -> Bool {
    let hasStraight = votes.contains { $0 == .straight || $0 == .alreadyStraight }
    return hasStraight && StraightTone.isStraightened(verdicts: votes)
  }

  /// Returns whether the preset is one of tones that decay, by the verdicts of the ``voters``.
  package func isPlucked(_ votes: [ToneVerdict]) -> Bool {
    !isPercussion && !Self.isStraightened(votes)
      && 2 * votes.count { $0 == .decaying } > votes.count
  }

  /// The same preset, of whose recordings only the common glide is removed.
  package var plucked: PresetStraightening {
    var plucked = self
    plucked.recordings = recordings.plucked
    return plucked
  }

  /// Returns how the preset as a whole is played, by the verdicts of the ``voters``.
  package func tone(_ votes: [ToneVerdict]) -> AppliedTone {
    if Self.isStraightened(votes) { return .straight }
    return isPercussion ? .recorded : .kept(ToneVerdict.reason(in: votes) ?? .unpitched)
  }

  // MARK: Regions

  /// Returns the recordings of the regions that the given keys use, in ascending order.
  package func recordings(_ usedKeys: UsedKeys) -> [Int] {
    recordings.recordings(of: regions.indices.filter { usedKeys.overlap(regions[$0]) })
  }

  /// Returns the samples and corrections of the regions that the given keys use.
  ///
  /// - Parameters:
  ///   - tone: The way the preset as a whole is played.
  ///   - sounds: The straight tones of ``recordings(_:)``, by the index of the recording. Those
  ///     that do not replace their recording are ignored.
  ///   - measure: Returns the measured pitches of regions that play as recorded, or `nil` to
  ///     correct nothing.
  package func regions(
    _ usedKeys: UsedKeys = .all, tone: AppliedTone, sounds: [Int: StraightSound],
    measure: ([Region]) throws(SampleCodecError) -> IntonationMap?
  ) throws(SampleCodecError) -> StraightRegions {
    var straight = StraightRegions(
      tone: tone, corrections: Array(repeating: 0, count: regions.count),
      steadyPitch: !isPercussion)
    if !isPercussion, let cents = try corrections(usedKeys, sounds, measure) {
      straight.corrections = cents
    }
    for (index, region) in regions.enumerated() where usedKeys.overlap(region) {
      guard let part = recordings.parts[index], let sound = sounds[part.recording],
        sound.tone.replacesRecording
      else { continue }
      straight.replacements[index] = sound.replacement(
        channel: part.channel, correctionCents: straight.corrections[index],
        loopEndsOnRelease: region.looping == .untilRelease)
    }
    return straight
  }

  /// Returns the correction of each region: that of the used ones, by the pitch of their straight
  /// tone if they have one, and 0 for others; `nil` to correct nothing.
  private func corrections(
    _ usedKeys: UsedKeys, _ sounds: [Int: StraightSound],
    _ measure: ([Region]) throws(SampleCodecError) -> IntonationMap?
  ) throws(SampleCodecError) -> [Double]? {
    // The regions of a chorus share a correction, even with regions of other keys.
    let related = regions.indices.filter { index in
      recordings.parts[index].map { sounds[$0.recording] != nil } ?? false
        || usedKeys.overlap(regions[index])
    }
    func pitch(_ index: Int) -> Frequency? {
      guard let part = recordings.parts[index], let tone = sounds[part.recording]?.tone,
        tone.replacesRecording
      else { return nil }
      return tone.frequency
    }
    guard let map = try measure(related.filter { pitch($0) == nil }.map { regions[$0] }) else {
      return nil
    }
    let found = MeasuredPreset(
      related.map { regions[$0] }, in: bank, map: map,
      straightPitches: related.map { pitch($0) }
    ).corrections
    var cents = Array(repeating: 0.0, count: regions.count)
    for (index, correction) in zip(related, found) { cents[index] = correction.cents }
    return cents
  }
}
