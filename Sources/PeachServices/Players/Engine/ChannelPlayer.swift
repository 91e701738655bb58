public import PeachMusicUnits
public import PeachPlayback
import PeachSequencing
import PeachSynthesis
import Synchronization

/// A player on a channel of an engine, leased for the player's lifetime: the common part of
/// ``SoundFontNotePlayer`` and ``SineWaveNotePlayer``. A note's fade-out is part of its duration:
/// the note is silent at the frame at which the duration ends.
public class ChannelPlayer: NotePlayer, @unchecked Sendable {
  // Safe: subclasses add only constants, and the state is behind a lock.

  private struct State {
    /// Increases with every stop; earlier notes are over.
    var generation = 0
    /// The batches of active notes, and of fade-outs. Some events may be in the future.
    var batches: Set<UInt64> = []
    /// The notes of ``ChannelPlayer/schedule(_:atFrame:)`` that are not over.
    var scheduled: [ScheduledNotes] = []
    var fadeOut: UInt64?
  }

  private let lease: ChannelLease
  private let preset: PlayerPreset
  private let style: NoteStyle
  private let state = Mutex(State())

  private var engine: PlaybackEngine { lease.engine }
  private var channel: UInt8 { lease.channel }

  init(engine: PlaybackEngine, preset: PlayerPreset, style: NoteStyle) throws(NotePlayerError) {
    self.preset = preset
    self.style = style
    lease = try ChannelLease(on: engine, playing: preset.whole) { style.setUp(channel: $0) }
  }

  deinit {
    // The pitch bend reset after a fade-out must not affect the channel's next player.
    if let batch = state.withLock({ $0.fadeOut }) { engine.cancel(batch) }
  }

  /// See ``NotePlayer/play(frequency:duration:amplitude:region:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, region: RegionSelector?
  ) async throws {
    let note = ScheduledNote(
      frequency: frequency, duration: duration, amplitude: amplitude, region: region)
    try await play([note]) { _ in }
  }

  /// See ``NotePlayer/play(_:onBeginning:)``.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws {
    let generation = state.withLock { $0.generation }
    try engine.checkDevice()
    let parts = try await preset.parts(for: notes.map { try selection(of: $0) })
    let schedule = schedule(notes, parts)
    if style.pitchMode == .midiBend { cancelScheduledEvents() }
    guard let batch = try send(schedule.events, unlessStoppedSince: generation, awaited: true)
    else {
      return
    }
    defer { _ = state.withLock { $0.batches.remove(batch) } }
    do {
      try await engine.wait(
        for: batch, marks: schedule.beginnings, frames: schedule.frames, onMark: onBeginning,
        unless: { [self] in state.withLock { $0.generation } != generation })
    } catch {
      engine.cancel(batch)
      // If the fade-out cannot be sent, the first error is the one to report.
      if let fadeOut = try? engine.send(fadeEvents(ids: schedule.ids)) {
        state.withLock { $0.fadeOut = fadeOut }
      }
      throw error
    }
  }

  /// Returns messages about the samples of a note that are missing or cannot be decoded, while
  /// others of the note play.
  package func missingSamples(of note: ScheduledNote) async throws -> [String] {
    guard let selection = try selection(of: note) else { return [] }
    let silent = try await preset.parts(for: [selection])[0]?.silentRegions ?? []
    return SilentRegion.warnings(
      silent.filter { $0.matches(key: selection.key, velocity: selection.velocity) })
  }

  private func selection(of note: ScheduledNote) throws(NotePlayerError) -> NoteSelection? {
    try style.selection(of: note, sampleRate: engine.sampleRate)
  }

  /// The events of some notes, in order of time.
  private struct Schedule {
    var events: [LiveEvent] = []
    var ids: [UInt64] = []
    /// The first frame of each note.
    var beginnings: [Int] = []
    /// The frame at which the last note ends.
    var frames = 0
  }

  private func schedule(_ notes: [ScheduledNote], _ parts: [PreparedPreset?]) -> Schedule {
    var schedule = Schedule()
    for (note, part) in zip(notes, parts) {
      let start = engine.frames(seconds: note.start / .seconds(1))
      let frames = engine.frames(seconds: note.duration / .seconds(1))
      let id = engine.makeNoteID()
      schedule.ids.append(id)
      schedule.beginnings.append(start)
      schedule.frames = max(schedule.frames, start + frames)
      schedule.events += selection(of: part, atFrame: start)
      schedule.events += style.events(
        id: id, channel: channel, frequency: note.frequency, amplitude: note.amplitude,
        frames: frames, sampleRate: engine.sampleRate, region: note.region
      ).map { LiveEvent($0.event, atFrame: $0.frame + start) }
    }
    return schedule
  }

  /// Sends the events of notes, unless the player has been stopped while they were prepared.
  /// Returns the batch.
  private func send(
    _ events: [LiveEvent], unlessStoppedSince generation: Int, awaited: Bool
  ) throws(NotePlayerError) -> UInt64? {
    try state.withLock { state throws(NotePlayerError) in
      guard state.generation == generation else { return nil }
      let batch = try engine.send(events, awaited: awaited)
      if awaited { state.batches.insert(batch) }
      return batch
    }
  }

  // MARK: Scheduled notes

  /// Schedules notes on frames of the engine's clock, and returns without waiting for them. For
  /// sequencers, which schedule the next notes while others sound. ``stop()`` cancels them.
  ///
  /// ```swift
  /// let note = ScheduledNote(frequency: .hertz(440), duration: .milliseconds(100))
  /// let click = try await player.schedule([note], atFrame: engine.clock + 4_800)
  /// try player.cancel(click)
  /// ```
  /// Notes whose frame has been rendered start with the next period: with the frame
  /// ``PlaybackEngine/clock``, notes start as soon as possible.
  ///
  /// - Parameter frame: The frame of ``PlaybackEngine/clock`` from which the starts of the notes
  ///   count.
  /// - Throws: ``NotePlayerError/tooBusy`` if about a thousand notes wait for their frames, and the
  ///   errors of ``NotePlayer/play(frequency:duration:amplitude:region:)``.
  public func schedule(
    _ notes: [ScheduledNote], atFrame frame: Int64
  ) async throws -> ScheduledNotes {
    let generation = state.withLock { $0.generation }
    try engine.checkDevice()
    let parts = try await preset.parts(for: notes.map { try selection(of: $0) })
    let schedule = schedule(notes, parts)
    if style.pitchMode == .midiBend { cancelScheduledEvents() }
    return try state.withLock { state in
      guard state.generation == generation else { return ScheduledNotes() }
      let batch = try engine.send(schedule.events, from: frame)
      let scheduled = ScheduledNotes(
        batch: batch, ids: schedule.ids, end: frame &+ Int64(schedule.frames))
      let clock = engine.clock
      state.scheduled.removeAll { $0.end < clock }
      state.scheduled.append(scheduled)
      return scheduled
    }
  }

  /// Cancels scheduled notes that have not started, and fades out those that sound.
  ///
  /// - Throws: ``NotePlayerError/tooBusy``.
  public func cancel(_ notes: ScheduledNotes) throws {
    let known = state.withLock { state in
      defer { state.scheduled.removeAll { $0 == notes } }
      return state.scheduled.contains(notes)
    }
    guard known else { return }
    engine.cancel(notes.batch)
    try engine.send(fadeEvents(ids: notes.ids))
  }

  /// Whether notes start without being prepared.
  func isReady(_ notes: UsedNotes) -> Bool { preset.isReady(notes) }

  /// Prepares notes before those of other keys; see ``PlayerPreset/prepare(_:progress:)``.
  func prepare(
    _ notes: UsedNotes, progress: @escaping @Sendable (Double) -> Void
  ) async throws { try await preset.prepare(notes, progress: progress) }

  /// Returns the event that selects the part of the preset for the next note.
  private func selection(of part: PreparedPreset?, atFrame frame: Int = 0) -> [LiveEvent] {
    guard let part, !preset.isFixed else { return [] }
    return [.use(part, onChannel: channel, atFrame: frame)]
  }

  /// Returns how the recordings of a note are played; `nil` for a silent note.
  package func playedNote(_ note: ScheduledNote) throws -> PlayedNote? {
    try selection(of: note).map { try preset.playedNote($0) }
  }

  /// See ``NotePlayer/setVibrato(_:)``.
  public func setVibrato(_ amount: Double) async throws {
    try engine.send(NoteStyle.vibrato(ToneStyle.clamped(amount), channel: channel))
  }

  /// See ``NotePlayer/stop()``.
  public func stop() async throws {
    let batches = state.withLock { state in
      state.generation += 1
      defer { (state.batches, state.scheduled) = ([], []) }
      return state.batches.union(state.scheduled.map(\.batch))
    }
    for batch in batches { engine.cancel(batch) }
    let batch = try engine.send(stopEvents(), awaited: true)
    // Only the latest fade-out can have events in the future: each stops all notes.
    state.withLock { $0.fadeOut = batch }
    do { try await engine.wait(for: batch, frames: fadeFrames) } catch NotePlayerError.interrupted {
      // The player is silent already, and fades out when the device continues.
    }
  }

  /// See ``NotePlayer/start(frequency:amplitude:region:)``.
  public func start(
    frequency: Frequency, amplitude: Double, region: RegionSelector?
  ) async throws -> HeldNote {
    let generation = state.withLock { $0.generation }
    try engine.checkDevice()
    let selection = try style.selection(
      of: frequency, amplitude: amplitude, region: region, sampleRate: engine.sampleRate,
      isHeld: true)
    let part = try await preset.parts(for: [selection])[0]
    let id = engine.makeNoteID()
    let events = style.events(
      id: id, channel: channel, frequency: frequency, amplitude: amplitude, frames: nil,
      sampleRate: engine.sampleRate, region: region)
    let isSent =
      try !events.isEmpty
      && send(
        self.selection(of: part) + events.map { LiveEvent($0) }, unlessStoppedSince: generation,
        awaited: false) != nil
    return HeldNote(id: isSent ? id : 0)
  }

  /// See ``NotePlayer/retune(_:to:)``.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    try frequency.check(sampleRate: engine.sampleRate)
    if note.id == 0 { return }
    let noteNumber = FrequencyCalculation.noteNumber(frequency: frequency)
    try engine.send(.retune(note: note.id, noteNumber: noteNumber))
  }

  /// See ``NotePlayer/release(_:)``.
  public func release(_ note: HeldNote) async throws {
    if note.id == 0 { return }
    try engine.send(.release(note: note.id))
  }

  /// Cancels the previous note's end and bend reset: all notes of a channel share its bend.
  private func cancelScheduledEvents() {
    let batches = state.withLock { state in
      defer { (state.fadeOut, state.scheduled) = (nil, []) }
      return state.batches.union(state.scheduled.map(\.batch))
        .union(state.fadeOut.map { [$0] } ?? [])
    }
    for batch in batches { engine.cancel(batch) }
  }

  private var fadeFrames: Int { engine.frames(seconds: style.fadeOutSeconds) }

  private func fadeEvents(ids: [UInt64]) -> [LiveEvent] {
    if style.pitchMode == .midiBend { return stopEvents() }
    return ids.map { LiveEvent(.fade(note: $0, frames: fadeFrames)) }
  }

  private func stopEvents() -> [LiveEvent] {
    if style.pitchMode == .midiBend {
      return PitchBendEncoder.stop(channel: channel, fadeFrames: fadeFrames).map { LiveEvent($0) }
    }
    return [LiveEvent(.fadeChannel(channel, frames: fadeFrames))]
  }
}
