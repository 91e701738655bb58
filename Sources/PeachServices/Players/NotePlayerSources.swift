import PeachBankFiles
import PeachInstrumentModel
import Synchronization

/// The players of a ``NotePlayerFactory``, each of which is loaded once. They follow the library.
/// Thread-safe.
final class NotePlayerSources: Sendable {
  /// A player and the preset that it plays.
  struct Loaded: Sendable {
    let player: SoundFontNotePlayer
    let preset: BankPreset
  }

  typealias Problem = NotePlayerFactory.Problem
  private typealias Player = LazyResult<Loaded, any Error>

  private struct State {
    var library: SoundFontLibrary
    var source: SoundSource
    /// The players, least recently used first.
    var players: [(source: SoundSource, player: Player)] = []
    var problems: [Problem] = []
  }

  private let engine: PlaybackEngine
  private let options: NoteOptions
  private let preparation = PreparationThread()
  private let state: Mutex<State>

  init(
    engine: PlaybackEngine, library: SoundFontLibrary, source: SoundSource, options: NoteOptions
  ) {
    (self.engine, self.options) = (engine, options)
    state = Mutex(State(library: library, source: source))
  }

  /// The source of the next note.
  var source: SoundSource {
    get { state.withLock { $0.source } }
    set { state.withLock { $0.source = newValue } }
  }

  var problems: [Problem] { state.withLock { $0.problems } }

  /// Plays the presets of another library from the next note on. Keeps the players of banks whose
  /// files are the same.
  func use(_ library: SoundFontLibrary) {
    let players = state.withLock { state in
      state.library = library
      return state.players
    }
    let outdated = players.filter { !Self.isCurrent($0.player, $0.source, in: library) }
    state.withLock { state in
      state.players.removeAll { known in outdated.contains { $0.player === known.player } }
      state.problems = []
    }
  }

  /// Whether the source's player is loaded.
  func isLoaded(_ source: SoundSource) -> Bool { known(source) != nil }

  /// Whether notes of some keys of the source start without being prepared.
  func isReady(_ source: SoundSource, _ notes: UsedNotes?) -> Bool {
    guard let loaded = known(source) else { return false }
    return notes.map { loaded.player.isReady($0) } ?? true
  }

  /// Returns the player of a source; `nil` if it cannot be loaded. Waits while it is loaded.
  func player(for source: SoundSource) -> (any NotePlayer)? {
    (try? lazyPlayer(for: source).get())?.player
  }

  /// Returns the player of a source, and loads it on a thread of its own.
  func loadedPlayer(for source: SoundSource) async throws -> SoundFontNotePlayer? {
    let player = lazyPlayer(for: source)
    if player.isReady { return (try? player.get())?.player }
    return try await preparation.run { (try? player.get())?.player }
  }

  /// Returns whether chords of a source have no beats of their own. A sine, which replaces sources
  /// that cannot be loaded, has none.
  func steadiness(
    of source: SoundSource, keys: ClosedRange<UInt8>
  ) throws -> ToneSteadiness {
    let library = state.withLock { $0.library }
    guard source != .sine, let preset = try? library.preset(for: source) else { return .steady }
    return try preset.steadiness(keys: keys, options: options)
  }

  /// Lets the source be loaded again if it could not be loaded.
  func retry(_ source: SoundSource) {
    state.withLock { state in
      state.players.removeAll { known in
        known.source == source && known.player.isReady && (try? known.player.get()) == nil
      }
    }
  }

  private func known(_ source: SoundSource) -> Loaded? {
    let player = state.withLock { state in
      state.players.first { $0.source == source }?.player
    }
    guard let player, player.isReady else { return nil }
    return try? player.get()
  }

  private func lazyPlayer(for source: SoundSource) -> Player {
    state.withLock { state in
      let index = state.players.firstIndex { $0.source == source }
      let player =
        index.map { state.players.remove(at: $0).player } ?? newPlayer(for: source, state.library)
      state.players.append((source, player))
      if state.players.count > NotePlayerFactory.playerLimit { state.players.removeFirst() }
      return player
    }
  }

  private func newPlayer(for source: SoundSource, _ library: SoundFontLibrary) -> Player {
    LazyResult { [weak self, engine, options] in
      do {
        let preset = try library.preset(for: source)
        let player = try SoundFontNotePlayer(playing: preset, on: engine, options: options)
        self?.state.withLock { $0.problems.removeAll { $0.source == source } }
        return Loaded(player: player, preset: preset)
      } catch {
        let problem = Problem(source: source, error: error)
        self?.state.withLock { state in
          state.problems.removeAll { $0.source == source }
          state.problems.append(problem)
        }
        throw error
      }
    }
  }

  /// Returns whether a player plays what the library has for its source. A name may refer to
  /// another preset.
  private static func isCurrent(
    _ player: Player, _ source: SoundSource, in library: SoundFontLibrary
  ) -> Bool {
    guard case .preset = source, player.isReady, let loaded = try? player.get(),
      let preset = try? library.preset(for: source)
    else { return false }
    let (old, new) = (loaded.preset.bank, preset.bank)
    let isSameFile =
      old.storage === new.storage
      || (old.storage.file != nil && old.storage.file == new.storage.file
        && old.storage.path == new.storage.path)
    return isSameFile && loaded.preset.index == preset.index && old.presets == new.presets
      && !new.hasOtherFiles
  }
}
