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

  private struct State {
    var source: SoundSource
    /// The players, least recently used first; `nil` for sources that failed to load.
    var players: [(source: SoundSource, player: (any NotePlayer)?)] = []
    var problems: [Problem] = []
  }

  /// The maximum number of players in memory. The least recently used one is released first.
  static let playerLimit = 16

  /// The player to inject into an app. It plays the source that was last passed to ``choose(_:)``.
  public let player: any NotePlayer
  private let sources: Sources

  private final class Sources: Sendable {
    private let makePlayer: @Sendable (SoundSource) throws -> any NotePlayer
    let state: Mutex<State>

    init(
      source: SoundSource, makePlayer: @escaping @Sendable (SoundSource) throws -> any NotePlayer
    ) {
      self.makePlayer = makePlayer
      state = Mutex(State(source: source))
    }

    func player(for source: SoundSource) -> (any NotePlayer)? {
      let known = state.withLock { state -> (any NotePlayer)?? in
        let index = state.players.firstIndex { $0.source == source }
        guard let index else { return nil }
        let known = state.players.remove(at: index)
        state.players.append(known)
        return known.player
      }
      if let known { return known }
      var player: (any NotePlayer)?
      var problem: Problem?
      do {
        player = try makePlayer(source)
      } catch {
        problem = Problem(source: source, error: error)
      }
      state.withLock { state in
        state.players.append((source, player))
        if state.players.count > NotePlayerFactory.playerLimit { state.players.removeFirst() }
        if let problem { state.problems.append(problem) }
      }
      return player
    }
  }

  /// Creates the players of `library` on `engine`, starting with `source`.
  ///
  /// `pitchMode`, `intonation`, `tone` and `straightTones` are passed to
  /// ``SoundFontNotePlayer/init(playing:on:pitchMode:intonation:tone:straightTones:)``.
  ///
  /// - Throws: ``NotePlayerError`` if the sine player cannot be created.
  public init(
    engine: PlaybackEngine, library: SoundFontLibrary, source: SoundSource,
    pitchMode: PitchMode = .frequency, intonation: IntonationCache? = IntonationCache(),
    tone: ToneStyle = .straight, straightTones: StraightToneCache = StraightToneCache()
  ) throws {
    let sources = Sources(source: source) { source in
      try SoundFontNotePlayer(
        playing: library.preset(
          for: source, ratedBy: intonation, straightTones: straightTones), on: engine,
        pitchMode: pitchMode,
        intonation: intonation, tone: tone, straightTones: straightTones)
    }
    self.sources = sources
    player = RoutingNotePlayer(
      sine: try SineWaveNotePlayer(on: engine), players: { sources.player(for: $0) },
      setting: { sources.state.withLock { $0.source } })
  }

  /// Sets the source of the next note, which stops the player of the previous source.
  public func choose(_ source: SoundSource) { sources.state.withLock { $0.source = source } }

  /// Loads the chosen source, so that its first note starts immediately.
  ///
  /// - Returns: `false` if loading failed and a sine replaces it; see ``problems``.
  @discardableResult
  public func prepare() -> Bool {
    let source = sources.state.withLock { $0.source }
    return source == .sine || sources.player(for: source) != nil
  }

  /// The sources that could not be loaded.
  public var problems: [Problem] { sources.state.withLock { $0.problems } }
}
