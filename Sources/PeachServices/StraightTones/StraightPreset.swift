import PeachBankFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachStraightPresets
import PeachSynthesis

/// A preset whose recordings are straightened when notes need them. Thread-safe. The functions
/// return when the recordings are ready, and so are not for the audio thread.
final class StraightPreset: Sendable {
  let chosen: BankPreset
  /// The straight tone of each recording, once it is needed.
  private let sounds: [LazyResult<StraightSound, SampleCodecError>]
  private let classified: ClassifiedPreset
  private let intonation: IntonationCache?
  private let verifiedNotes: VerifiedNotes

  var regions: [Region] { classified.regions }
  private var straightening: PresetStraightening { classified.straightening }

  /// Decides whether a preset is straightened, which classifies unknown recordings on all
  /// processors.
  init(_ chosen: BankPreset, _ options: NoteOptions) throws(SampleCodecError) {
    self.chosen = chosen
    intonation = options.intonation
    verifiedNotes = VerifiedNotes(of: chosen, kind: .straight, cache: intonation)
    let cache = options.straightTones
    let classified = try ClassifiedPreset(
      chosen, cache: cache, smoothsLevels: options.tone.smoothsLevels)
    self.classified = classified
    sounds = classified.recordings.recordings.map { recording in
      LazyResult { () throws(SampleCodecError) in
        try cache.sound(of: recording, in: chosen.bank, content: classified.content)
      }
    }
  }

  /// Whether straight tones replace recordings, or tones whose glide is removed.
  var replacesRecordings: Bool { classified.isStraightened || classified.isPlucked }

  /// Straightens all recordings on all processors but one, which is for notes. Returns early if
  /// `isCancelled` returns `true`.
  func straightenAll(isCancelled: @Sendable () -> Bool) {
    guard replacesRecordings else { return }
    LazyResult.compute(
      sounds, processors: max(ActiveProcessors.count - 1, 1), isCancelled: isCancelled)
  }

  /// Straightens the recordings of some keys on all processors. Returns early if `isCancelled`
  /// returns `true`.
  func straighten(
    _ usedKeys: UsedKeys, isCancelled: @Sendable () -> Bool,
    progress: @Sendable (Double) -> Void
  ) {
    guard replacesRecordings else { return }
    LazyResult.compute(
      straightening.recordings(usedKeys).map { sounds[$0] }, processors: ActiveProcessors.count,
      isCancelled: isCancelled, progress: progress)
  }

  // MARK: Presets

  /// Returns how the recordings of the given keys are played.
  func tone(_ usedKeys: UsedKeys = .all) throws(SampleCodecError) -> AppliedTone {
    if usedKeys == .all || !replacesRecordings { return classified.tone }
    let needed = straightening.recordings(usedKeys)
    let tones = try LazyResult.values(of: needed.map { sounds[$0] }).map(\.tone)
    if classified.isPlucked {
      return tones.contains { $0.replacesRecording } ? .glideRemoved : .kept(.decaying)
    }
    let isStraight = tones.contains { $0.replacesRecording || $0.verdict == .alreadyStraight }
    if isStraight { return .straight }
    return .kept(ToneVerdict.reason(in: tones.map(\.verdict)) ?? .unpitched)
  }

  /// Prepares the regions that some keys use, with straight tones.
  func prepared(
    _ usedKeys: UsedKeys, by instruments: SharedInstruments
  ) throws(SampleCodecError) -> PreparedPreset {
    let verified = try verifiedPreset(usedKeys)
    return try LoadSentinel().watch(chosen.bank.storage.path) { () throws(SampleCodecError) in
      try verified.prepared(by: instruments)
    }
  }

  private func verifiedPreset(_ usedKeys: UsedKeys) throws(SampleCodecError) -> VerifiedPreset {
    let straight = try straightRegions(usedKeys)
    return VerifiedPreset(
      chosen: chosen,
      changes: PitchChanges(
        regions, usedKeys: usedKeys, corrections: straight.corrections,
        steadyNotes: straight.steadyPitch ? .changed : .none,
        replacements: straight.replacements),
      notes: verifiedNotes)
  }

  /// Returns how a note is played. Verifies it unless it is known.
  func note(
    key: UInt8, velocity: UInt8, by instruments: SharedInstruments
  ) throws(SampleCodecError) -> PlayedNote {
    var used = UsedKeys()
    used.insert(key, velocity: velocity)
    let verified = try verifiedPreset(used)
    try LoadSentinel().watch(chosen.bank.storage.path) { () throws(SampleCodecError) in
      try verified.verify(by: instruments)
    }
    let isAsInBank = verifiedNotes.shares.share(key: key, velocity: velocity) == 0
    var tone = try tone(used)
    let isChanged = verified.changes.changesPitch(key: key, velocity: velocity)
    let isCorrected =
      intonation != nil && isChanged && !isAsInBank && tone != .kept(.unpitched)
    if isAsInBank && tone == .straight { tone = .lessInTune }
    if isAsInBank && tone == .glideRemoved { tone = .kept(.decaying) }
    return PlayedNote(tone: tone, isCorrected: isCorrected)
  }

  /// Returns the samples and corrections of the regions that some keys use. Straightens their
  /// recordings on all processors, unless they are ready.
  func straightRegions(
    _ usedKeys: UsedKeys = .all
  ) throws(SampleCodecError) -> StraightRegions {
    let needed = replacesRecordings ? straightening.recordings(usedKeys) : []
    var ready: [Int: StraightSound] = [:]
    for (index, sound) in zip(needed, try LazyResult.values(of: needed.map { sounds[$0] })) {
      ready[index] = sound
    }
    let bank = chosen.bank
    return try straightening.regions(usedKeys, tone: classified.tone, sounds: ready) {
      regions throws(SampleCodecError) in
      try intonation?.measuredMap(for: regions, of: bank)
    }
  }
}
