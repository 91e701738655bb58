import PeachBankFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachStraightPresets

/// A preset to straighten: its regions and their recordings.
struct StraightPresetPlan: Sendable {
  let chosen: BankPreset
  let regions: [Region]
  /// The number of each region's recording in ``StraightTones``, and the channel; `nil` for regions
  /// that are not straightened.
  private let parts: [(number: Int, channel: Int)?]
  private let own: PresetRecordings
  /// Whether only the common glide of the recordings is removed.
  let isPlucked: Bool

  init(_ chosen: BankPreset, recordings: inout StraightTones, smoothsLevels: Bool) {
    let regions = chosen.bank.regions(ofPresetAt: chosen.index)
    let own = PresetRecordings(regions, of: chosen.bank, smoothsLevels: smoothsLevels)
    self.init(chosen, regions, own, recordings: &recordings, isPlucked: false)
  }

  private init(
    _ chosen: BankPreset, _ regions: [Region], _ own: PresetRecordings,
    recordings: inout StraightTones, isPlucked: Bool
  ) {
    self.chosen = chosen
    self.regions = regions
    self.own = own
    self.isPlucked = isPlucked
    let numbers = own.recordings.map { recordings.add($0) }
    parts = own.parts.map { part in part.map { (numbers[$0.recording], $0.channel) } }
  }

  /// Returns the same preset, of whose recordings only the common glide is removed; `nil` unless most
  /// of those that decide decay.
  func plucked(_ tones: inout StraightTones) -> StraightPresetPlan? {
    let verdicts = verdicts(tones)
    guard !isStraightened(tones), 2 * verdicts.count(where: { $0 == .decaying }) > verdicts.count
    else { return nil }
    return StraightPresetPlan(chosen, regions, own.plucked, recordings: &tones, isPlucked: true)
  }

  /// Returns the verdicts on the recordings that decide: those with a loop, or all if none has one.
  private func verdicts(_ tones: StraightTones) -> [StraightTone.Verdict] {
    let all = recordings.map { tones.entries[$0] }
    let held = all.filter { $0.recording.channels[0].loops }
    return (held.isEmpty ? all : held).map(\.tone.verdict)
  }

  /// The recordings of the preset, in ascending order.
  var recordings: [Int] { Set(parts.compactMap { $0?.number }).sorted() }

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

  /// Returns the correction of each region in cents: by the pitch of its straight tone, or the mean
  /// pitch of its recording. Measures recordings that the cache does not contain.
  func corrections(
    _ tones: StraightTones, isReplaced: Bool, intonation: IntonationCache
  ) throws(SampleCodecError) -> [Double] {
    func tone(_ index: Int) -> StraightTone? {
      guard isReplaced, let part = parts[index] else { return nil }
      let tone = tones.entries[part.number].tone
      return tone.replacesRecording ? tone : nil
    }
    let recorded = regions.indices.filter { tone($0) == nil }.map { regions[$0] }
    let map = try intonation.measuredMap(for: recorded, of: chosen.bank)
    let measured = MeasuredPreset(
      regions, in: chosen.bank, map: map,
      straightPitches: regions.indices.map { tone($0)?.frequency })
    return measured.corrections.map(\.cents)
  }
}
