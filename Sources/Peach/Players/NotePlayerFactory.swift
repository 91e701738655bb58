public import PeachBankFiles
import PeachMusicUnits
import PeachPlayback
import Synchronization

/// Creates a sine player, players of presets on demand, and a router to them. If a preset cannot be
/// loaded, the sine player replaces it, and ``problems`` has the reason.
public final class NotePlayerFactory: Sendable {
  /// A source that could not be loaded. `\(problem)` is a message.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The source.
    public var source: SoundSource
    /// The error.
    public var error: any Error

    /// The error's message.
    public var description: String { "\(error) Playing a sine wave instead of \(source)." }
  }

  private typealias Player = LazyResult<any NotePlayer, any Error>

  private struct State {
    var source: SoundSource
    /// The players, least recently used first, of which each is loaded once.
    var players: [(source: SoundSource, player: Player)] = []
    var problems: [Problem] = []
  }

  /// The maximum number of players in memory. The least recently used one is released first.
  static let playerLimit = 16

  /// The player to inject into an app. It plays the source that was last passed to ``choose(_:)``.
  public let player: any NotePlayer
  private let sources: Sources

  private final class Sources: Sendable {
    private let makePlayer: @Sendable (SoundSource) throws -> any NotePlayer
    private let preparation = PreparationThread()
    let state: Mutex<State>

    init(
      source: SoundSource, makePlayer: @escaping @Sendable (SoundSource) throws -> any NotePlayer
    ) {
      self.makePlayer = makePlayer
      state = Mutex(State(source: source))
    }

    /// Returns the player of a source; `nil` if it cannot be loaded. Waits while it is loaded.
    func player(for source: SoundSource) -> (any NotePlayer)? { try? lazyPlayer(for: source).get() }

    /// Returns the player of a source, and loads it on a thread of its own.
    func loadedPlayer(for source: SoundSource) async throws -> (any NotePlayer)? {
      let player = lazyPlayer(for: source)
      if player.isReady { return try? player.get() }
      return try await preparation.run { try? player.get() }
    }

    private func lazyPlayer(for source: SoundSource) -> Player {
      state.withLock { state in
        let index = state.players.firstIndex { $0.source == source }
        let player = index.map { state.players.remove(at: $0).player } ?? newPlayer(for: source)
        state.players.append((source, player))
        if state.players.count > NotePlayerFactory.playerLimit { state.players.removeFirst() }
        return player
      }
    }

    private func newPlayer(for source: SoundSource) -> Player {
      LazyResult { [weak self, makePlayer] in
        do { return try makePlayer(source) } catch {
          let problem = Problem(source: source, error: error)
          self?.state.withLock { $0.problems.append(problem) }
          throw error
        }
      }
    }
  }

  /// Creates the players of `library` on `engine`, starting with `source`.
  ///
  /// - Throws: ``NotePlayerError`` if the sine player cannot be created.
  public init(
    engine: PlaybackEngine, library: SoundFontLibrary, source: SoundSource,
    options: NoteOptions = NoteOptions()
  ) throws {
    let sources = Sources(source: source) { source in
      try SoundFontNotePlayer(
        playing: library.preset(
          for: source, ratedBy: options.intonation, straightTones: options.straightTones),
        on: engine, options: options)
    }
    self.sources = sources
    player = RoutingNotePlayer(
      sine: try SineWaveNotePlayer(on: engine),
      players: { try await sources.loadedPlayer(for: $0) },
      setting: { sources.state.withLock { $0.source } })
  }

  /// Sets the source of the next note, which stops the player of the previous source.
  public func choose(_ source: SoundSource) { sources.state.withLock { $0.source = source } }

  /// Loads the chosen source, so that its first note starts immediately. Waits until it is loaded.
  ///
  /// - Returns: `false` if loading failed and a sine replaces it; see ``problems``.
  @discardableResult
  public func prepare() -> Bool {
    let source = sources.state.withLock { $0.source }
    return source == .sine || sources.player(for: source) != nil
  }

  /// Loads the chosen source, so that its first note starts immediately.
  ///
  /// - Returns: `false` if loading failed and a sine replaces it, or the task was cancelled.
  @discardableResult
  public func prepare() async -> Bool {
    let source = sources.state.withLock { $0.source }
    if source == .sine { return true }
    return (try? await sources.loadedPlayer(for: source)) != nil
  }

  /// The sources that could not be loaded.
  public var problems: [Problem] { sources.state.withLock { $0.problems } }
}
