import PeachInstrumentModel
package import PeachIntonation
import PeachMusicUnits
import PeachStraightPresets

/// A preset to straighten: its regions and their recordings.
package struct StraightPresetPlan: Sendable {
  /// The index of the preset in its bank.
  package let index: Int
  private let bank: SoundBank
  let regions: [Region]
  /// The number of each region's recording in ``StraightTones``, and the channel; `nil` for regions
  /// that are not straightened.
  private let parts: [(number: Int, channel: Int)?]
  private let own: PresetRecordings
  /// Whether only the common glide of the recordings is removed.
  let isPlucked: Bool

  init(
    presetAt index: Int, of bank: SoundBank, recordings: inout StraightTones, smoothsLevels: Bool
  ) {
    let regions = bank.regions(ofPresetAt: index)
    let own = PresetRecordings(regions, of: bank, smoothsLevels: smoothsLevels)
    self.init(index, bank, regions, own, recordings: &recordings, isPlucked: false)
  }

  private init(
    _ index: Int, _ bank: SoundBank, _ regions: [Region], _ own: PresetRecordings,
    recordings: inout StraightTones, isPlucked: Bool
  ) {
    self.index = index
    self.bank = bank
    self.regions = regions
    self.own = own
    self.isPlucked = isPlucked
    let numbers = own.recordings.map { recordings.add($0) }
    parts = own.parts.map { part in part.map { (numbers[$0.recording], $0.channel) } }
  }

  /// Returns the same preset, of whose recordings only the common glide is removed; `nil` unless
  /// most of those that decide decay.
  func plucked(_ tones: inout StraightTones) -> StraightPresetPlan? {
    let verdicts = verdicts(tones)
    guard !isStraightened(tones), 2 * verdicts.count(where: { $0 == .decaying }) > verdicts.count
    else { return nil }
    return StraightPresetPlan(
      index, bank, regions, own.plucked, recordings: &tones, isPlucked: true)
  }

  /// Returns the verdicts on the recordings that decide: those with a loop, or all if none has one.
  private func verdicts(_ tones: StraightTones) -> [ToneVerdict] {
    let all = recordings.map { tones.entries[$0] }
    let held = all.filter { $0.recording.channels[0].loops }
    return (held.isEmpty ? all : held).map { $0.tone.verdict }
  }

  /// The recordings of the preset, in ascending order.
  var recordings: [Int] { Set(parts.compactMap { $0?.number }).sorted() }

  var preset: Preset { bank.presets[index] }

  /// Returns the name of a sample.
  func sampleName(_ sample: Int) -> String { bank.samples[sample].name }

  /// Whether the preset is straightened, by its held recordings.
  func isStraightened(_ tones: StraightTones) -> Bool {
    !isPlucked && hasReplacement(tones)
      && StraightTone.isStraightened(verdicts: verdicts(tones))
  }

  /// Whether recordings of the preset are replaced: it is straightened, or loses glides.
  func replacesRecordings(_ tones: StraightTones) -> Bool {
    isPlucked ? hasReplacement(tones) : isStraightened(tones)
  }

  private func hasReplacement(_ tones: StraightTones) -> Bool {
    recordings.contains { tones.entries[$0].tone.replacesRecording }
  }

  /// Returns 1 plus the index of the replacement of a region, or 0 if it plays its sample.
  func variant(of region: Int, _ tones: StraightTones, isReplaced: Bool) -> Int {
    guard isReplaced, let part = parts[region],
      let first = tones.entries[part.number].firstReplacement
    else { return 0 }
    return 1 + first + part.channel
  }

  /// Returns the straight tone that replaces the recording of a region; `nil` if it plays its
  /// sample.
  private func entry(_ region: Int, _ tones: StraightTones, isReplaced: Bool) -> StraightTones
    .Entry?
  {
    guard isReplaced, let part = parts[region] else { return nil }
    let entry = tones.entries[part.number]
    return entry.tone.replacesRecording ? entry : nil
  }

  /// Returns the correction of each region in cents: by the pitch of its straight tone, or the mean
  /// pitch of its recording.
  ///
  /// - Parameter measure: Returns the measured pitches of regions that play as recorded.
  func corrections(
    _ tones: StraightTones, isReplaced: Bool,
    measure: ([Region]) throws(SampleCodecError) -> IntonationMap
  ) throws(SampleCodecError) -> [Double] {
    let recorded = regions.indices.filter {
      entry($0, tones, isReplaced: isReplaced) == nil
    }
    let map = try measure(recorded.map { regions[$0] })
    return measured(tones, isReplaced: isReplaced, map: map).corrections.map { $0.cents }
  }

  /// Returns the intonation of the preset as written, with the windows of the written samples.
  ///
  /// - Parameter map: The measured pitches of the regions that play as recorded.
  package func intonation(
    _ tones: StraightTones, map: IntonationMap, keys: ClosedRange<UInt8>
  ) -> PresetIntonation {
    let isReplaced = replacesRecordings(tones)
    return measured(tones, isReplaced: isReplaced, map: map).intonation(
      windowCents: regions.indices.map {
        entry($0, tones, isReplaced: isReplaced)?.after?.largestCents
      }, keys: keys)
  }

  private func measured(
    _ tones: StraightTones, isReplaced: Bool, map: IntonationMap
  ) -> MeasuredPreset {
    MeasuredPreset(
      regions, in: bank, map: map,
      straightPitches: regions.indices.map {
        entry($0, tones, isReplaced: isReplaced)?.tone.frequency
      })
  }
}
