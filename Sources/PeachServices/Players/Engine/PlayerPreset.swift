import Dispatch
import PeachInstrumentModel
import PeachPlayback
import PeachSynthesis
import Synchronization

/// The preset of a player. The first note of a key prepares the regions of that key, and verifies
/// them; another thread prepares the whole preset. Presets whose notes depend on other keys are
/// prepared as a whole. Thread-safe.
final class PlayerPreset: Sendable {
  private struct State {
    /// The whole preset, once it is prepared.
    var whole: PreparedPreset?
    /// Parts of the preset, by key and velocity.
    var parts: [UInt16: PreparedPreset] = [:]
    /// The keys that were prepared together.
    var ranges: [(notes: UsedNotes, part: PreparedPreset)] = []
    /// The number of calls of ``PlayerPreset/prepare(_:progress:)`` in progress.
    var preparingCount = 0
    var isReleased = false

    func known(_ note: NoteSelection) -> PreparedPreset? {
      whole ?? parts[PlayerPreset.index(note)] ?? ranges.first { $0.notes.contains(note) }?.part
    }
  }

  /// The source of the preset and its parts; `nil` for a preset that was prepared elsewhere.
  private struct Source: Sendable {
    enum Kind {
      case straight(StraightPreset)
      case recorded(BankPreset, NoteOptions, VerifiedNotes?)
    }

    let kind: Kind
    let regions: [Region]
    let instruments: SharedInstruments
    /// Whether the velocity of a note does not select its regions alone.
    let hasConditions: Bool
    /// Whether a note depends on regions of other keys, or on their round robins.
    let needsAllKeys: Bool

    init(_ kind: Kind, regions: [Region], instruments: SharedInstruments) {
      self.kind = kind
      self.regions = regions
      self.instruments = instruments
      hasConditions = regions.contains { $0.conditions != nil }
      needsAllKeys = regions.contains { region in
        guard let own = region.conditions else { return false }
        return own.sequenceLength > 1 || own.keyswitch != nil || !own.starts.isEmpty
          || own.trigger == .movement
      }
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

    /// Straightens the recordings of some keys on all processors, if that is requested.
    func straighten(
      _ usedKeys: UsedKeys, isCancelled: @Sendable () -> Bool,
      progress: @Sendable (Double) -> Void
    ) {
      guard case .straight(let straight) = kind else { return }
      straight.straighten(usedKeys, isCancelled: isCancelled, progress: progress)
    }

    /// Straightens all recordings on all processors but one, if that is requested.
    func straightenAll(isCancelled: @Sendable () -> Bool) {
      if case .straight(let straight) = kind { straight.straightenAll(isCancelled: isCancelled) }
    }

    func prepared(_ usedKeys: UsedKeys) throws(SampleCodecError) -> PreparedPreset {
      switch kind {
      case .straight(let straight): try straight.prepared(usedKeys, by: instruments)
      case .recorded(let chosen, let options, let notes):
        try chosen.prepared(usedKeys, by: instruments, options: options, notes: notes)
      }
    }
  }

  private let state: SharedState
  private let source: Source?
  /// The preset of a bank; `nil` for another one.
  private let chosen: BankPreset?
  /// The notes that are verified, of recordings that are corrected.
  private let verifiedNotes: VerifiedNotes?
  private let preparation = PreparationThread()
  /// Prepares ranges of keys, for which notes do not wait.
  private let rangePreparation = PreparationThread()
  /// Whether the same prepared preset plays all notes.
  let isFixed: Bool

  private final class SharedState: Sendable {
    let state: Mutex<State>

    init(whole: PreparedPreset?) { state = Mutex(State(whole: whole)) }

    func withLock<Result>(_ body: (inout State) -> sending Result) -> Result {
      state.withLock { body(&$0) }
    }
  }

  /// Creates a preset that is prepared as a whole.
  init(
    _ prepared: PreparedPreset, of chosen: BankPreset? = nil, verifiedNotes: VerifiedNotes? = nil
  ) {
    self.chosen = chosen
    state = SharedState(whole: prepared)
    self.verifiedNotes = verifiedNotes
    source = nil
    isFixed = true
  }

  /// Creates the preset of a bank. Decodes, straightens and verifies what notes first need.
  ///
  /// - Parameter isEager: Whether another thread prepares what the first notes do not need.
  convenience init(
    playing chosen: BankPreset, by instruments: SharedInstruments, options: NoteOptions,
    isEager: Bool
  ) throws(SampleCodecError) {
    let source: Source
    var isWholeDecoded = true
    var notes: VerifiedNotes?
    if options.tone.isStraight {
      let straight = try StraightPreset(chosen, options)
      source = Source(.straight(straight), regions: straight.regions, instruments: instruments)
      isWholeDecoded = !straight.replacesRecordings || source.hasConditions
    } else {
      notes = chosen.verifiedNotes(options)
      source = Source(
        .recorded(chosen, options, notes),
        regions: chosen.bank.regions(ofPresetAt: chosen.index), instruments: instruments)
    }
    // Without verification, the whole takes as long as a part.
    let isFixed = source.needsAllKeys || !options.tone.isStraight && notes == nil
    if isWholeDecoded && !isFixed {
      // Decoding takes much less time than verifying; a bank without samples fails at once.
      try chosen.prepared(.all, by: instruments, options: options, notes: nil).checkDecoded()
    }
    try self.init(
      source, of: chosen, verifiedNotes: notes, isEager: isEager, isFixed: isFixed)
  }

  /// - Parameter isFixed: Whether the preset is prepared as a whole.
  private init(
    _ source: Source, of chosen: BankPreset, verifiedNotes: VerifiedNotes?, isEager: Bool,
    isFixed: Bool
  ) throws(SampleCodecError) {
    self.chosen = chosen
    self.source = source
    self.verifiedNotes = verifiedNotes
    self.isFixed = isFixed
    let whole = isFixed ? try source.prepared(.all) : nil
    try whole?.checkDecoded()
    let state = SharedState(whole: whole)
    self.state = state
    guard isEager, !isFixed else { return }
    DispatchQueue(label: "peach.straightening", qos: .utility).async {
      // Requested keys are prepared before the others.
      let isReleased: @Sendable () -> Bool = {
        while state.withLock({ $0.preparingCount > 0 && !$0.isReleased }) {
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
        }
        return state.withLock { $0.isReleased }
      }
      source.straightenAll(isCancelled: isReleased)
      if isReleased() { return }
      // If it fails, parts are prepared for notes, and throw.
      guard let whole = try? source.prepared(.all) else { return }
      state.withLock { state in
        if state.isReleased { return }
        state.whole = whole
        (state.parts, state.ranges) = ([:], [])
      }
    }
  }

  deinit { state.withLock { $0.isReleased = true } }

  /// The whole preset, if it is prepared.
  var whole: PreparedPreset? { state.withLock { $0.whole } }

  /// The keys with regions, as ascending ranges that do not touch.
  var keyRanges: [ClosedRange<UInt8>] {
    source?.keyRanges ?? whole?.keyRanges ?? []
  }

  // MARK: Ranges of keys

  /// Whether notes start without being prepared.
  func isReady(_ notes: UsedNotes) -> Bool {
    state.withLock { state in
      source == nil || state.whole != nil || state.ranges.contains { $0.notes.contains(notes) }
    }
  }

  /// Prepares notes before those of other keys. Canceling the task throws immediately.
  ///
  /// - Parameter progress: Called on any thread with the completed fraction, 0…1.
  func prepare(
    _ notes: UsedNotes, progress: @escaping @Sendable (Double) -> Void
  ) async throws {
    guard let source, !isReady(notes) else { return }
    let isCancelled = CancellationFlag()
    state.withLock { $0.preparingCount += 1 }
    defer { state.withLock { $0.preparingCount -= 1 } }
    try await withTaskCancellationHandler {
      try await rangePreparation.run { [state] in
        source.straighten(notes.usedKeys, isCancelled: { isCancelled.isSet }) {
          progress(0.8 * $0)
        }
        if isCancelled.isSet { return }
        let part = try source.prepared(notes.usedKeys)
        state.withLock { if $0.whole == nil { $0.ranges.append((notes, part)) } }
      }
    } onCancel: {
      isCancelled.set()
    }
  }

  private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
  }

  // MARK: Notes

  /// Returns prepared presets with all regions of some notes; `nil` for silent notes. Prepares them
  /// on a thread of their own, unless they are ready. Canceling the task throws immediately.
  func parts(for notes: [NoteSelection?]) async throws -> [PreparedPreset?] {
    if notes.allSatisfy({ $0 == nil || known($0) != nil }) {
      return try notes.map { try part(for: $0) }
    }
    return try await preparation.run { [self] in try notes.map { try part(for: $0) } }
  }

  /// Returns a prepared preset with all regions of a note; `nil` for a silent note. Waits for the
  /// recordings of these regions, unless they are ready.
  ///
  /// - Throws: `SampleCodecError`, or ``NotePlayerError/noRegion(hertz:key:velocity:ranges:)``.
  func part(for note: NoteSelection?) throws -> PreparedPreset? {
    guard let note else { return nil }
    let part = try known(note) ?? prepared(note)
    if !part.hasRegions(key: note.key, velocity: note.velocity) {
      let silent = part.silentRegions.filter { $0.matches(key: note.key, velocity: note.velocity) }
      if let missing = chosen?.missingSample(of: note, silent) { throw missing }
      throw NotePlayerError.noRegion(
        hertz: note.hertz, key: note.key, velocity: note.velocity, ranges: keyRanges)
    }
    return part
  }

  /// Returns how a note is played. Verifies it unless it is known.
  func playedNote(_ note: NoteSelection) throws(SampleCodecError) -> PlayedNote {
    if let source {
      if case .straight(let straight) = source.kind {
        return try straight.note(
          key: note.key, velocity: note.velocity, by: source.instruments)
      }
      if known(note) == nil { _ = try prepared(note) }
    }
    // Notes without a share are not verified, because nothing needs it: they are corrected.
    let isCorrected =
      verifiedNotes.map { $0.shares.share(key: note.key, velocity: note.velocity) != 0 } ?? false
    return PlayedNote(tone: .recorded, isCorrected: isCorrected)
  }

  private func known(_ note: NoteSelection?) -> PreparedPreset? {
    guard let note else { return nil }
    return state.withLock { $0.known(note) }
  }

  private func prepared(_ note: NoteSelection) throws(SampleCodecError) -> PreparedPreset {
    guard let source else { preconditionFailure("The preset is fixed.") }
    var usedKeys = UsedKeys()
    usedKeys.insert(note.key, velocity: note.velocity)
    if source.hasConditions {
      for velocity in 1...127 as ClosedRange<UInt8> {
        usedKeys.insert(note.key, velocity: velocity)
      }
    }
    let part = try source.prepared(usedKeys)
    // Another thread may have stored this part, or the whole preset, first.
    return state.withLock { state in
      if let known = state.known(note) { return known }
      state.parts[Self.index(note)] = part
      return part
    }
  }

  fileprivate static func index(_ note: NoteSelection) -> UInt16 {
    UInt16(note.key) << 8 | UInt16(note.velocity)
  }
}
