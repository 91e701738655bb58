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

  init(_ chosen: BankPreset, recordings: inout StraightTones, smoothsLevels: Bool) {
    self.chosen = chosen
    regions = chosen.bank.regions(ofPresetAt: chosen.index)
    let own = PresetRecordings(regions, of: chosen.bank, smoothsLevels: smoothsLevels)
    let numbers = own.recordings.map { recordings.add($0) }
    parts = own.parts.map { part in part.map { (numbers[$0.recording], $0.channel) } }
  }

  /// The recordings of the preset, in ascending order.
  var recordings: [Int] { Set(parts.compactMap { $0?.number }).sorted() }

  /// Whether the preset is straightened, by its held recordings.
  func isStraightened(_ tones: StraightTones) -> Bool {
    let all = recordings.map { tones.entries[$0] }
    let held = all.filter { $0.recording.channels[0].loops }
    let verdicts = (held.isEmpty ? all : held).map(\.tone.verdict)
    return StraightTone.isStraightened(verdicts: verdicts)
      && all.contains { $0.tone.replacesRecording }
  }

  /// Returns 1 plus the index of the replacement of a region, or 0 if it plays its sample.
  func variant(of region: Int, _ tones: StraightTones, isStraightened: Bool) -> Int {
    guard isStraightened, let part = parts[region],
      let first = tones.entries[part.number].firstReplacement
    else { return 0 }
    return 1 + first + part.channel
  }

  /// Returns the correction of each region in cents: by the pitch of its straight tone, or the mean
  /// pitch of its recording. Measures recordings that the cache does not contain.
  func corrections(
    _ tones: StraightTones, isStraightened: Bool, intonation: IntonationCache
  ) throws(SampleCodecError) -> [Double] {
    func tone(_ index: Int) -> StraightTone? {
      guard isStraightened, let part = parts[index] else { return nil }
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
