public import PeachMusicUnits
import Synchronization

/// A player without sound, for tests of what uses one (N12).
///
/// It keeps time by a clock handed in, and remembers what was asked of it.
///
/// ```swift
/// let player = MockNotePlayer()
/// try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
/// player.calls  // [.play(440.0 Hz, 1.0 s, 1.0, nil)]
/// ```
public final class MockNotePlayer: NotePlayer {
  /// Something asked of it, in hertz, seconds and 0…1.
  public enum Call: Hashable, Sendable {
    case play(hertz: Double, seconds: Double, amplitude: Double, like: NoteReference? = nil)
    case stop
    case start(hertz: Double, amplitude: Double, like: NoteReference? = nil)
    case retune(id: UInt64, hertz: Double)
    case release(id: UInt64)
  }

  private struct State {
    var calls: [Call] = []
    var lastNote: UInt64 = 0
    var generation = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void

  /// A player whose notes last as long as `sleep` says; by default no time passes.
  public init(sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }) {
    self.sleep = sleep
  }

  /// What was asked of it, in order.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// Makes the next call throw `error`.
  public func fail(with error: any Error) { state.withLock { $0.failure = error } }

  /// See ``NotePlayer/play(frequency:duration:amplitude:like:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws {
    let seconds = duration / .seconds(1)
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    guard seconds > 0 && seconds <= 86_400 else {
      throw NotePlayerError.durationOutOfRange(seconds: seconds)
    }
    let generation = try record(
      .play(
        hertz: frequency.hertz, seconds: seconds, amplitude: min(max(amplitude, 0), 1),
        like: reference))
    // In slices, so that a stop from elsewhere ends it.
    var remaining = duration
    while remaining > .zero && state.withLock({ $0.generation }) == generation {
      let slice = min(remaining, .milliseconds(2))
      try await sleep(slice)
      remaining -= slice
    }
  }

  /// See ``NotePlayer/play(_:onBeginning:)``. It remembers one note after the other.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws {
    for note in notes { try note.checkTimes() }
    var passed = Duration.zero
    let generation = state.withLock { $0.generation }
    for (index, note) in notes.enumerated() {
      while passed < note.start && state.withLock({ $0.generation }) == generation {
        let slice = min(note.start - passed, .milliseconds(2))
        try await sleep(slice)
        passed += slice
      }
      guard state.withLock({ $0.generation }) == generation else { return }
      onBeginning(index)
      try await play(
        frequency: note.frequency, duration: note.duration, amplitude: note.amplitude,
        like: note.reference)
      passed = max(passed, note.start + note.duration)
    }
  }

  /// See ``NotePlayer/stop()``.
  public func stop() async throws {
    try record(.stop)
    state.withLock { $0.generation += 1 }
  }

  /// See ``NotePlayer/start(frequency:amplitude:like:)``.
  public func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) async throws -> HeldNote {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try record(
      .start(
        hertz: frequency.hertz, amplitude: min(max(amplitude, 0), 1), like: reference))
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
