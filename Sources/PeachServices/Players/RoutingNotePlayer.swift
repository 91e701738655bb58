public import PeachMusicUnits
public import PeachPlayback
import Synchronization

/// Selects the player of each note by a setting that may change at any time. A change stops the
/// previous player. The sine player replaces players of banks that cannot be loaded.
public final class RoutingNotePlayer: NotePlayer {
  /// Returns the current source. Called at the start of each note.
  public typealias Setting = @Sendable () -> SoundSource
  /// Returns the player of a sampled source; `nil` if it has none. Awaits its loading.
  public typealias Players = @Sendable (SoundSource) async throws -> (any NotePlayer)?

  private struct Active {
    var source: SoundSource
    var player: any NotePlayer
    /// The source that plays: the sine if there is no player of `source`.
    var sounding: SoundSource

    /// Whether another player continues. Compares players by identity if they are objects.
    func isOther(than other: Active) -> Bool {
      if source != other.source || sounding != other.sounding { return true }
      guard type(of: player) is AnyClass, type(of: other.player) is AnyClass else { return false }
      return (player as AnyObject) !== (other.player as AnyObject)
    }
  }

  private let sine: any NotePlayer
  private let players: Players
  private let setting: Setting
  private let active = Mutex<Active?>(nil)
  /// The amount of recorded vibrato, once it is set.
  private let vibrato = Mutex<Double?>(nil)

  /// Creates a router to a sine player and sampled players.
  public init(sine: any NotePlayer, players: @escaping Players, setting: @escaping Setting) {
    self.sine = sine
    self.players = players
    self.setting = setting
  }

  /// See ``NotePlayer/play(frequency:duration:amplitude:region:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, region: RegionSelector?
  ) async throws {
    try await selectPlayer().play(
      frequency: frequency, duration: duration, amplitude: amplitude, region: region)
  }

  /// See ``NotePlayer/play(_:onBeginning:)``. The current source plays all notes.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws { try await selectPlayer().play(notes, onBeginning: onBeginning) }

  /// Stops the active player, if any.
  public func stop() async throws { try await active.withLock { $0?.player }?.stop() }

  /// See ``NotePlayer/start(frequency:amplitude:region:)``.
  public func start(
    frequency: Frequency, amplitude: Double, region: RegionSelector?
  ) async throws -> HeldNote {
    let player = try await selectPlayer()
    let note = try await player.start(frequency: frequency, amplitude: amplitude, region: region)
    return HeldNote(note, playedBy: player)
  }

  /// See ``NotePlayer/retune(_:to:)``. Forwards to the player that started the note.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    guard let route = note.route, !route.isReleased.load(ordering: .relaxed) else { return }
    try await route.player.retune(route.note, to: frequency)
  }

  /// See ``NotePlayer/release(_:)``. Forwards to the player that started the note.
  public func release(_ note: HeldNote) async throws {
    if let route = note.route, !route.isReleased.exchange(true, ordering: .relaxed) {
      try await route.player.release(route.note)
    }
  }

  /// See ``NotePlayer/setVibrato(_:)``. Applies to all players.
  public func setVibrato(_ amount: Double) async throws {
    vibrato.withLock { $0 = amount }
    try await active.withLock { $0?.player }?.setVibrato(amount)
  }

  /// The source of the last note that was started: the sine if it has replaced another source.
  /// `nil` before the first note.
  public var soundingSource: SoundSource? { active.withLock { $0?.sounding } }

  private func selectPlayer() async throws -> any NotePlayer {
    var source = setting()
    var sampled = source == .sine ? nil : try await players(source)
    // A player may load for seconds. If the setting changes meanwhile, an earlier note must not
    // replace the player of a later one.
    while source != setting() {
      source = setting()
      sampled = source == .sine ? nil : try await players(source)
    }
    let next = Active(
      source: source, player: sampled ?? sine, sounding: sampled == nil ? .sine : source)
    let previous = active.withLock { active in
      defer { active = next }
      return active
    }
    let isChanged = previous?.isOther(than: next) ?? true
    if let previous, isChanged { try await previous.player.stop() }
    if isChanged, let vibrato = vibrato.withLock({ $0 }) {
      try await next.player.setVibrato(vibrato)
    }
    return next.player
  }
}
