import PeachInstrumentModel
import PeachIntonation
import PeachStraightPresets

/// A preset with the verdicts that decide whether it is straightened, for all keys and in every
/// session alike.
struct ClassifiedPreset: Sendable {
  let straightening: PresetStraightening
  /// The hash of the bank's contents; `nil` for a bank without a file.
  let content: ContentHash?
  /// The headers of the recordings that decide.
  let voters: [StraightTone]
  /// How the preset is played if straight tones are requested.
  let tone: AppliedTone

  var regions: [Region] { straightening.regions }
  var recordings: PresetRecordings { straightening.recordings }
  /// Whether the preset is straightened: recordings of most of its regions are of one player.
  var isStraightened: Bool { tone == .straight }
  /// Whether the tones of the preset decay, and only their glide is removed.
  let isPlucked: Bool

  /// Classifies unknown recordings on all processors.
  ///
  /// - Parameter smoothsLevels: Whether the levels of the partials are smoothed.
  init(
    _ chosen: BankPreset, cache: StraightToneCache, smoothsLevels: Bool = false
  ) throws(SampleCodecError) {
    let layout = Layout(chosen, cache, smoothsLevels: smoothsLevels)
    let recordings = layout.straightening.recordings.recordings
    let headers = layout.straightening.voters.map { index in
      LazyResult { () throws(SampleCodecError) in
        try cache.header(of: recordings[index], in: chosen.bank, content: layout.content)
      }
    }
    self.init(layout, voters: try LazyResult.values(of: headers))
  }

  /// Returns `nil` unless the cache contains the recordings that decide.
  init?(known chosen: BankPreset, cache: StraightToneCache) {
    let layout = Layout(chosen, cache)
    let recordings = layout.straightening.recordings.recordings
    var headers: [StraightTone] = []
    for index in layout.straightening.voters {
      guard let header = cache.knownHeader(of: recordings[index], in: layout.content) else {
        return nil
      }
      headers.append(header)
    }
    self.init(layout, voters: headers)
  }

  private struct Layout {
    var straightening: PresetStraightening
    var content: ContentHash?

    init(_ chosen: BankPreset, _ cache: StraightToneCache, smoothsLevels: Bool = false) {
      straightening = PresetStraightening(
        presetAt: chosen.index, of: chosen.bank, smoothsLevels: smoothsLevels)
      let recordings = straightening.recordings.recordings
      content = recordings.isEmpty ? nil : cache.content(of: chosen.bank)
    }
  }

  private init(_ layout: Layout, voters: [StraightTone]) {
    content = layout.content
    self.voters = voters
    let votes = voters.map(\.verdict)
    tone = layout.straightening.tone(votes)
    isPlucked = layout.straightening.isPlucked(votes)
    straightening = isPlucked ? layout.straightening.plucked : layout.straightening
  }
}
