public import PeachMusicUnits
public import PeachPlayback
import Synchronization

/// A silent player for an app's tests: it waits for the duration of notes, and records its calls.
///
/// ```swift
/// let player = MockNotePlayer()
/// try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
/// player.calls  // [.play(hertz: 440, seconds: 1, amplitude: 1)]
/// ```
public final class MockNotePlayer: NotePlayer {
  /// A call, with frequency in hertz, duration in seconds and amplitude in 0…1.
  public enum Call: Hashable, Sendable {
    /// A note, or a note of several.
    case play(hertz: Double, seconds: Double, amplitude: Double, region: RegionSelector? = nil)
    /// The end of all notes.
    case stop
    /// The start of a held note.
    case start(hertz: Double, amplitude: Double, region: RegionSelector? = nil)
    /// The change of a held note's pitch.
    case retune(id: UInt64, hertz: Double)
    /// The release of a held note.
    case release(id: UInt64)
    /// The amount of vibrato.
    case setVibrato(amount: Double)
  }

  private struct State {
    var calls: [Call] = []
    var lastNote: UInt64 = 0
    var generation = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a player that waits by calling `sleep`. By default it does not wait.
  public init(sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }) {
    self.sleep = sleep
  }

  /// The calls so far, in order.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// Makes the next call throw `error`.
  public func fail(with error: any Error) { state.withLock { $0.failure = error } }

  /// See ``NotePlayer/play(frequency:duration:amplitude:region:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, region: RegionSelector?
  ) async throws {
    let seconds = duration / .seconds(1)
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try ScheduledNote(frequency: frequency, duration: duration).checkTimes()
    let generation = try record(
      .play(
        hertz: frequency.hertz, seconds: seconds, amplitude: min(max(amplitude, 0), 1),
        region: region))
    try await wait(for: duration, generation)
  }

  /// See ``NotePlayer/play(_:onBeginning:)``. It plays one note after another.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws {
    for note in notes { try note.checkTimes() }
    var elapsed = Duration.zero
    let generation = state.withLock { $0.generation }
    for (index, note) in notes.enumerated() {
      try await wait(for: note.start - elapsed, generation)
      guard state.withLock({ $0.generation }) == generation else { return }
      onBeginning(index)
      try await play(
        frequency: note.frequency, duration: note.duration, amplitude: note.amplitude,
        region: note.region)
      elapsed = max(elapsed, note.start + note.duration)
    }
  }

  /// See ``NotePlayer/stop()``.
  public func stop() async throws {
    try record(.stop)
    state.withLock { $0.generation += 1 }
  }

  /// See ``NotePlayer/start(frequency:amplitude:region:)``.
  public func start(
    frequency: Frequency, amplitude: Double, region: RegionSelector?
  ) async throws -> HeldNote {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try record(.start(hertz: frequency.hertz, amplitude: min(max(amplitude, 0), 1), region: region))
    return state.withLock { state in
      state.lastNote += 1
      return HeldNote(id: amplitude > 0 ? state.lastNote : 0)
    }
  }

  /// See ``NotePlayer/retune(_:to:)``.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try record(.retune(id: note.id, hertz: frequency.hertz))
  }

  /// See ``NotePlayer/release(_:)``.
  public func release(_ note: HeldNote) async throws { try record(.release(id: note.id)) }

  /// See ``NotePlayer/setVibrato(_:)``.
  public func setVibrato(_ amount: Double) async throws { try record(.setVibrato(amount: amount)) }

  /// Waits in slices, so that ``stop()`` ends the wait.
  private func wait(for duration: Duration, _ generation: Int) async throws {
    var remaining = duration
    while remaining > .zero && state.withLock({ $0.generation }) == generation {
      try Task.checkCancellation()
      let slice = min(remaining, .milliseconds(2))
      try await sleep(slice)
      remaining -= slice
    }
  }

  @discardableResult
  private func record(_ call: Call) throws -> Int {
    try state.withLock { state in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      state.calls.append(call)
      return state.generation
    }
  }
}
