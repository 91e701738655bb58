import PeachInstrumentModel
import PeachIntonation

/// A preset with the verdicts that decide whether it is straightened, for all keys and in every
/// session alike.
struct ClassifiedPreset: Sendable {
  let regions: [Region]
  let recordings: PresetRecordings
  /// The hash of the bank's contents; `nil` for a bank without a file.
  let content: ContentHash?
  /// The headers of the recordings that decide.
  let voters: [StraightTone]
  /// Whether the preset is straightened: recordings of most of its regions are of one player.
  let isStraightened: Bool
  /// How the preset is played if straight tones are requested.
  let tone: AppliedTone

  /// The maximum number of recordings that decide.
  private static let voterLimit = 32

  /// Classifies unknown recordings on all processors.
  init(_ chosen: BankPreset, cache: StraightToneCache) throws(SampleCodecError) {
    let (bank, layout) = (chosen.bank, Layout(chosen, cache))
    let recordings = layout.recordings.recordings
    let headers = Self.voters(recordings).map { index in
      LazyResult { () throws(SampleCodecError) in
        try cache.header(of: recordings[index], in: bank, content: layout.content)
      }
    }
    self.init(chosen, layout, voters: try LazyResult.values(of: headers))
  }

  /// Returns `nil` unless the cache contains the recordings that decide.
  init?(known chosen: BankPreset, cache: StraightToneCache) {
    let layout = Layout(chosen, cache)
    let recordings = layout.recordings.recordings
    var headers: [StraightTone] = []
    for index in Self.voters(recordings) {
      guard let header = cache.knownHeader(of: recordings[index], in: layout.content) else {
        return nil
      }
      headers.append(header)
    }
    self.init(chosen, layout, voters: headers)
  }

  private struct Layout {
    var regions: [Region]
    var recordings: PresetRecordings
    var content: ContentHash?

    init(_ chosen: BankPreset, _ cache: StraightToneCache) {
      regions = chosen.bank.regions(ofPresetAt: chosen.index)
      recordings = PresetRecordings(
        regions, of: chosen.bank, isPercussion: chosen.isPercussion)
      content = recordings.recordings.isEmpty ? nil : cache.content(of: chosen.bank)
    }
  }

  private init(_ chosen: BankPreset, _ layout: Layout, voters: [StraightTone]) {
    (regions, recordings, content) = (layout.regions, layout.recordings, layout.content)
    self.voters = voters
    let verdicts = voters.map(\.verdict)
    let hasStraight = verdicts.contains { $0 == .straight || $0 == .alreadyStraight }
    isStraightened = hasStraight && StraightTone.isStraightened(verdicts: verdicts)
    tone = isStraightened ? .straight : chosen.isPercussion ? .recorded : .reason(verdicts)
  }

  /// Returns the recordings that decide: those with a loop, or all if none has one. Of many, some
  /// that are evenly distributed.
  private static func voters(_ recordings: [StraightRecording]) -> [Int] {
    let held = recordings.indices.filter { recordings[$0].channels[0].loops }
    let all = held.isEmpty ? Array(recordings.indices) : held
    let count = min(all.count, voterLimit)
    return (0..<count).map { all[$0 * all.count / count] }
  }
}
