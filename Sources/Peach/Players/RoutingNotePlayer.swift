public import PeachMusicUnits
import Synchronization

/// Decides at each note which player sounds it, by a setting that may change at any time (N10).
///
/// A change of source stops the player that was active. A source whose player is missing, because
/// its bank did not load, falls back to the sine.
public final class RoutingNotePlayer: NotePlayer {
  /// Reads the setting: asked at each note.
  public typealias Setting = @Sendable () -> SoundSource
  /// Gives the player for a sampled source, or nil where there is none.
  public typealias Players = @Sendable (SoundSource) -> (any NotePlayer)?

  private struct Active {
    var source: SoundSource
    var player: any NotePlayer
  }

  private let sine: any NotePlayer
  private let players: Players
  private let setting: Setting
  private let active = Mutex<Active?>(nil)
  private let holders = Mutex<[UInt64: Held]>([:])
  private let lastHeld = Mutex<UInt64>(0)

  private struct Held: Sendable {
    var player: any NotePlayer
    var note: HeldNote
  }

  /// A router over a sine player, the sampled players there are, and the setting that chooses.
  public init(
    sine: any NotePlayer, players: @escaping Players, setting: @escaping Setting
  ) {
    self.sine = sine
    self.players = players
    self.setting = setting
  }

  /// See ``NotePlayer/play(frequency:duration:amplitude:like:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws {
    try await chosen().play(
      frequency: frequency, duration: duration, amplitude: amplitude, like: reference)
  }

  /// See ``NotePlayer/play(_:onBeginning:)``. All notes have the sound that is chosen now.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws { try await chosen().play(notes, onBeginning: onBeginning) }

  /// Stops the player that is active; where none is, nothing happens.
  public func stop() async throws { try await active.withLock { $0?.player }?.stop() }

  /// See ``NotePlayer/start(frequency:amplitude:like:)``.
  public func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) async throws -> HeldNote {
    let player = try await chosen()
    let note = try await player.start(
      frequency: frequency, amplitude: amplitude, like: reference)
    let id = lastHeld.withLock { last in
      last += 1
      return last
    }
    holders.withLock { $0[id] = Held(player: player, note: note) }
    return HeldNote(id: id)
  }

  /// See ``NotePlayer/retune(_:to:)``. It reaches the player that began the note.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    guard let held = holders.withLock({ $0[note.id] }) else { return }
    try await held.player.retune(held.note, to: frequency)
  }

  /// See ``NotePlayer/release(_:)``. It reaches the player that began the note.
  public func release(_ note: HeldNote) async throws {
    guard let held = holders.withLock({ $0.removeValue(forKey: note.id) }) else { return }
    try await held.player.release(held.note)
  }

  private func chosen() async throws -> any NotePlayer {
    let source = setting()
    let player = source == .sine ? sine : players(source) ?? sine
    let before = active.withLock { active in
      defer { active = Active(source: source, player: player) }
      return active
    }
    if let before, before.source != source { try await before.player.stop() }
    return player
  }
}
