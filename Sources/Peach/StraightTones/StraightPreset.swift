import Dispatch
import PeachBankFiles
import PeachInstrumentModel
import PeachIntonation
import PeachSynthesis
import Synchronization

/// A preset whose recordings are straightened when notes need them. Thread-safe. The functions
/// return when the recordings are ready, and so are not for the audio thread.
final class StraightPreset: Sendable {
  let chosen: BankPreset
  let regions: [Region]
  private let recordings: PresetRecordings
  /// The straight tone of each recording, once it is needed.
  private let sounds: [LazyResult<StraightSound>]
  /// The verdicts that decide, for all keys and in every session alike.
  private let votes: [StraightTone.Verdict]
  /// Whether the preset is straightened: recordings of most of its regions are of one player.
  let isStraightened: Bool
  private let intonation: IntonationCache?
  private let verifiedNotes: VerifiedNoteMemory

  /// The maximum number of recordings that decide.
  private static let voterLimit = 32

  /// Decides whether a preset is straightened, which classifies unknown recordings on all
  /// processors.
  ///
  /// - Parameter intonation: The pitch corrections; `nil` for none.
  init(
    _ chosen: BankPreset, cache: StraightToneCache, intonation: IntonationCache?
  ) throws(SampleCodecError) {
    self.chosen = chosen
    self.intonation = intonation
    verifiedNotes = VerifiedNoteMemory(of: chosen, kind: .straight, cache: intonation)
    let bank = chosen.bank
    regions = bank.regions(ofPresetAt: chosen.index)
    recordings = PresetRecordings(regions, of: bank, isPercussion: chosen.isPercussion)
    let recordings = recordings.recordings
    let content = recordings.isEmpty ? nil : cache.content(of: bank)
    let sounds = recordings.map { recording in
      LazyResult { () throws(SampleCodecError) in
        try cache.sound(of: recording, in: bank, content: content)
      }
    }
    self.sounds = sounds
    let headers = Self.voters(recordings).map { index in
      LazyResult { () throws(SampleCodecError) in
        try cache.header(of: recordings[index], in: bank, content: content)
      }
    }
    votes = try Self.values(of: headers).map(\.verdict)
    let hasStraight = votes.contains { $0 == .straight || $0 == .alreadyStraight }
    isStraightened = hasStraight && StraightTone.isStraightened(verdicts: votes)
  }

  /// Returns the recordings that decide: those with a loop, or all if none has one. Of many, some
  /// that are evenly distributed.
  private static func voters(_ recordings: [StraightRecording]) -> [Int] {
    let held = recordings.indices.filter { recordings[$0].channels[0].loops }
    let all = held.isEmpty ? Array(recordings.indices) : held
    let count = min(all.count, voterLimit)
    return (0..<count).map { all[$0 * all.count / count] }
  }

  /// Returns the results of computations on all processors.
  private static func values<Value: Sendable>(
    of results: [LazyResult<Value>]
  ) throws(SampleCodecError) -> [Value] {
    compute(results, processors: ActiveProcessors.count) { false }
    var values: [Value] = []
    for result in results { values.append(try result.get()) }
    return values
  }

  private static func compute<Value: Sendable>(
    _ results: [LazyResult<Value>], processors: Int, isCancelled: @Sendable () -> Bool
  ) {
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(processors, results.count)) { _ in
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < results.count else { return }
        _ = try? results[index].get()
      }
    }
  }

  /// Straightens all recordings on all processors but one, which is for notes. Returns early if
  /// `isCancelled` returns `true`.
  func straightenAll(isCancelled: @Sendable () -> Bool) {
    guard isStraightened else { return }
    Self.compute(
      sounds, processors: max(ActiveProcessors.count - 1, 1), isCancelled: isCancelled)
  }

  // MARK: Presets

  /// Returns how the recordings of the given keys are played.
  func tone(_ usedKeys: UsedKeys = .all) throws(SampleCodecError) -> AppliedTone {
    guard isStraightened else { return chosen.isPercussion ? .recorded : .reason(votes) }
    if usedKeys == .all { return .straight }
    let needed = recordings.recordings(of: regions.indices.filter { usedKeys.overlap(regions[$0]) })
    let tones = try Self.values(of: needed.map { sounds[$0] }).map(\.tone)
    let isStraight = tones.contains { $0.replacesRecording || $0.verdict == .alreadyStraight }
    return isStraight ? .straight : .reason(tones.map(\.verdict))
  }

  /// Prepares the regions that some keys use, with straight tones.
  func prepared(
    _ usedKeys: UsedKeys, by instruments: SharedInstruments
  ) throws(SampleCodecError) -> PreparedPreset {
    let used = regions.indices.filter { usedKeys.overlap(regions[$0]) }
    let needed = isStraightened ? recordings.recordings(of: used) : []
    var tones: [Int: StraightSound] = [:]
    for (index, sound) in zip(needed, try Self.values(of: needed.map { sounds[$0] }))
    where sound.tone.replacesRecording {
      tones[index] = sound
    }
    // The regions of a chorus share a correction, even with regions of other keys.
    let needs = Set(needed)
    let related = regions.indices.filter { index in
      recordings.parts[index].map { needs.contains($0.recording) } ?? false
        || usedKeys.overlap(regions[index])
    }
    let corrections = try corrections(of: related, tones)
    var replacements: [Int: SampleReplacement] = [:]
    for index in used {
      guard let part = recordings.parts[index], let sound = tones[part.recording] else { continue }
      replacements[index] = sound.replacement(
        channel: part.channel, correctionCents: corrections[index],
        loopEndsOnRelease: regions[index].looping == .untilRelease)
    }
    return try LoadSentinel().watch(chosen.bank.storage.path) { () throws(SampleCodecError) in
      try VerifiedPreset(
        chosen: chosen, regions: regions, usedKeys: usedKeys, corrections: corrections,
        steadyPitch: !chosen.isPercussion, replacements: replacements, memory: verifiedNotes
      ).prepared(by: instruments)
    }
  }

  /// Returns the correction of each region: that of some regions, by the pitch of their straight
  /// tone if they have one, and 0 for others.
  private func corrections(
    of related: [Int], _ tones: [Int: StraightSound]
  ) throws(SampleCodecError) -> [Double] {
    var cents = Array(repeating: 0.0, count: regions.count)
    guard let intonation, !chosen.isPercussion else { return cents }
    func tone(_ index: Int) -> StraightTone? {
      recordings.parts[index].flatMap { tones[$0.recording]?.tone }
    }
    let recorded = related.filter { tone($0) == nil }.map { regions[$0] }
    let map = try intonation.measuredMap(for: recorded, of: chosen.bank)
    let found = MeasuredPreset.corrections(
      of: related.map { regions[$0] }, in: chosen.bank, map: map,
      straightPitches: related.map { tone($0)?.frequency })
    for (index, correction) in zip(related, found) { cents[index] = correction }
    return cents
  }

  /// The keys with regions, as ascending ranges that do not touch.
  var keyRanges: [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for keys in regions.map(\.keys).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, Int(keys.lowerBound) <= Int(last.upperBound) + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, keys.upperBound)
      } else {
        ranges.append(keys)
      }
    }
    return ranges
  }

  /// Whether notes may start other regions than those of their key and velocity.
  var hasConditions: Bool { regions.contains { $0.conditions != nil } }
}
