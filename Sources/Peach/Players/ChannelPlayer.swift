import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// What the players of an engine have in common: one channel, and the notes on it.
///
/// A note's fades lie within its duration, so that it is silent to the frame when that is over.
final class ChannelPlayer: Sendable {
  private struct State {
    /// Goes up with every stop: notes of before are over.
    var generation = 0
    /// Batches of notes that somebody plays, and of endings, some of whose events may lie ahead.
    var batches: Set<UInt64> = []
    var endings: [UInt64] = []
  }

  let engine: PlaybackEngine
  let channel: UInt8
  private let style: NoteStyle
  private let state = Mutex(State())

  init(
    engine: PlaybackEngine, preset: PreparedPreset, style: NoteStyle
  ) throws(NotePlayerError) {
    self.engine = engine
    self.style = style
    channel = try engine.takeChannel(playing: preset)
    try engine.send(style.setUp(channel: channel))
  }

  func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws {
    let note = ScheduledNote(
      frequency: frequency, duration: duration, amplitude: amplitude, like: reference)
    try await play([note]) { _ in }
  }

  func play(_ notes: [ScheduledNote], onBeginning: @Sendable (Int) -> Void) async throws {
    let plan = try plan(notes)
    if style.path == .midiBend { takeOver() }
    let batch = try engine.send(plan.events, awaited: true)
    let generation = state.withLock { state in
      state.batches.insert(batch)
      return state.generation
    }
    defer { _ = state.withLock { $0.batches.remove(batch) } }
    do {
      try await engine.wait(
        for: batch, marks: plan.beginnings, frames: plan.frames, onMark: onBeginning,
        unless: { [self] in state.withLock { $0.generation } != generation })
    } catch {
      engine.cancel(batch)
      // Where even that cannot be sent, the first error is the one to tell.
      if let ending = try? engine.send(fadeEvents(ids: plan.ids)) { remember(ending: ending) }
      throw error
    }
  }

  /// What is sent for some notes, in order of time.
  private struct Plan {
    var events: [TimedEvent] = []
    var ids: [UInt64] = []
    /// The frames at which they begin, and at which the last is over.
    var beginnings: [Int] = []
    var frames = 0
  }

  private func plan(_ notes: [ScheduledNote]) throws(NotePlayerError) -> Plan {
    var plan = Plan()
    for note in notes {
      try style.check(note.frequency, like: note.reference)
      try note.checkTimes()
      let start = engine.frames(seconds: note.start / .seconds(1))
      let frames = engine.frames(seconds: note.duration / .seconds(1))
      let id = engine.newNote()
      plan.ids.append(id)
      plan.beginnings.append(start)
      plan.frames = max(plan.frames, start + frames)
      guard let velocity = Velocity(amplitude: note.amplitude) else { continue }
      let events = style.events(
        id: id, channel: channel, frequency: note.frequency, velocity: velocity, frames: frames,
        sampleRate: engine.sampleRate, like: note.reference)
      plan.events += events.map { TimedEvent(frame: $0.frame + start, event: $0.event) }
    }
    return plan
  }

  func stop() async throws {
    let batches = state.withLock { state in
      state.generation += 1
      defer { state.batches = [] }
      return state.batches
    }
    for batch in batches { engine.cancel(batch) }
    let batch = try engine.send(stopEvents(), awaited: true)
    remember(ending: batch)
    try await engine.wait(for: batch, frames: fadeFrames)
  }

  func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) throws -> HeldNote {
    try style.check(frequency, like: reference, isHeld: true)
    guard let velocity = Velocity(amplitude: amplitude) else { return HeldNote(id: 0) }
    let id = engine.newNote()
    try engine.send(
      style.events(
        id: id, channel: channel, frequency: frequency, velocity: velocity, frames: nil,
        sampleRate: engine.sampleRate, like: reference))
    return HeldNote(id: id)
  }

  func retune(_ note: HeldNote, to frequency: Frequency) throws {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    if note.id == 0 { return }
    let place = FrequencyCalculation.noteNumber(frequency: frequency)
    try engine.send([TimedEvent(frame: 0, event: .retune(note: note.id, noteNumber: place))])
  }

  func release(_ note: HeldNote) throws {
    if note.id == 0 { return }
    try engine.send([TimedEvent(frame: 0, event: .release(note: note.id))])
  }

  /// The channel has one wheel, so that it can have one note: what is planned for the one before,
  /// its end and the wheel's way back to the middle, must not happen to the next.
  private func takeOver() {
    let planned = state.withLock { state in
      defer { state.endings = [] }
      return state.batches.union(state.endings)
    }
    for batch in planned { engine.cancel(batch) }
  }

  private func remember(ending: UInt64) {
    // Only the last can have events ahead: each stops everything.
    state.withLock { $0.endings = [ending] }
  }

  private var fadeFrames: Int { engine.frames(seconds: style.fadeOutSeconds) }

  private func fadeEvents(ids: [UInt64]) -> [TimedEvent] {
    if style.path == .midiBend { return stopEvents() }
    return ids.map { TimedEvent(frame: 0, event: .fade(note: $0, frames: fadeFrames)) }
  }

  private func stopEvents() -> [TimedEvent] {
    if style.path == .midiBend {
      return MIDIBendPath.stop(channel: channel, fadeFrames: fadeFrames)
    }
    return [TimedEvent(frame: 0, event: .fadeChannel(channel, frames: fadeFrames))]
  }
}
