package import PeachInstrumentModel
package import PeachIntonation
import PeachMusicUnits

/// Measures a preset in steps of one recording, between which a thread does other work: classifies
/// the recordings that decide, measures the pitches of all, and straightens those of one player,
/// whose deviation is then known.
///
/// ```swift
/// var measurement = PresetMeasurement(presetAt: 42, of: bank)
/// while try !measurement.step(&map, decoder: nil, tools) {}
/// measurement.result?.badge  // straight, within 0.3 cents
/// ```
package struct PresetMeasurement {
  /// The index of the preset.
  package let index: Int
  /// The intonation, after the last step.
  package private(set) var result: PlayedIntonation?
  private let layout: PresetStraightening
  private let voters: [Int]
  private let sampleCount: Int
  private var verdicts: [ToneVerdict] = []
  /// The recordings to straighten, once the others are measured.
  private var pending: [StraightRecording]?
  private var straightenedCount = 0
  private var measuredCount = 0
  /// The straight tones without frames.
  private var headers: [StraightRecording: StraightTone] = [:]

  package init(presetAt index: Int, of bank: SoundBank) {
    self.index = index
    layout = PresetStraightening(presetAt: index, of: bank)
    voters = layout.voters
    sampleCount = Set(layout.regions.map { RegionSample($0) }).count
  }

  /// The completed fraction, 0…1.
  package var fraction: Double {
    if result != nil { return 1 }
    let done = verdicts.count + measuredCount + straightenedCount
    return Double(done) / Double(max(voters.count + sampleCount + (pending?.count ?? 0), done + 1))
  }

  /// Takes a step, and returns whether it was the last one.
  ///
  /// - Parameter map: The measured pitches of the bank, to which new ones are added.
  package mutating func step(
    _ map: inout IntonationMap, decoder: SampleDecoder?, _ tools: MeasuringTools
  ) throws(SampleCodecError) -> Bool {
    let recordings = layout.recordings.recordings
    if verdicts.count < voters.count {
      let recording = recordings[voters[verdicts.count]]
      var header = try recording.straightened(
        in: layout.bank, decoder: decoder, using: tools.straightener, isClassifiedOnly: true)
      header.isClassifiedOnly = true
      headers[recording] = header
      verdicts.append(header.verdict)
      return false
    }
    let count = try map.measure(
      layout.regions, of: layout.bank, decoder: decoder, using: tools.estimator
    ) { done, _ in done == 0 }
    measuredCount += count
    if count > 0 { return false }
    let tone = layout.tone(verdicts)
    let pending = self.pending ?? (tone == .straight ? unknownRecordings : [])
    self.pending = pending
    if straightenedCount < pending.count {
      let recording = pending[straightenedCount]
      var header = try recording.straightened(
        in: layout.bank, decoder: decoder, using: tools.straightener)
      header.channels = header.channels.map { _ in [] }
      header.vibrato.cents = []
      headers[recording] = header
      straightenedCount += 1
      return false
    }
    let headers = headers
    result = PlayedIntonation(
      layout.isPlucked(verdicts) ? layout.plucked : layout, presetAt: index,
      voters: voters.compactMap { headers[recordings[$0]] }, tone: tone, map: map
    ) { headers[$0] }
    return true
  }

  /// The recordings of the keys that are rated and whose tones are not known.
  private var unknownRecordings: [StraightRecording] {
    let keys = PlayedIntonation.keys(ofPresetAt: index, of: layout.bank, layout.regions)
    let sounding = layout.regions.indices.filter { layout.regions[$0].keys.overlaps(keys) }
    return layout.recordings.recordings(of: sounding)
      .map { layout.recordings.recordings[$0] }
      .filter { headers[$0]?.verdict != .unpitched }
  }
}

/// The estimator and the straightener of measurements, whose tables take time to compute. Use from
/// one thread at a time.
package final class MeasuringTools {
  package let estimator = PitchEstimator()
  package let straightener = ToneStraightener()

  package init() {}
}
