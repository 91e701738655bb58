public import PeachBankFiles
import PeachMusicUnits
import PeachPlayback

/// Creates a sine player, players of presets on demand, and a router to them. If a preset cannot be
/// loaded, the sine player replaces it, and ``problems`` has the reason.
///
/// ```swift
/// let factory = try NotePlayerFactory(engine: engine, library: library, source: .sine)
/// factory.use(SoundFontLibrary(folders: folders))   // after the import of a bank
/// factory.choose(.preset(file: "Strings.sf2", PresetIdentifier(bank: 0, program: 42)))
/// await factory.prepare(keys: 36...84) { print("\($0 * 100) %") }
/// try await factory.player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 0.5)
/// ```
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

  /// The maximum number of players in memory. The least recently used one is released first.
  static let playerLimit = 16

  /// The player to inject into an app. It plays the source that was last passed to ``choose(_:)``.
  public let player: any NotePlayer
  /// A player of the same source for notes that sound together. The levels of its straight tones
  /// are smoothed (``ToneStyle/chord``), so that nothing beats but their tuning; and a tone with
  /// overtones replaces the sine, which has none to beat.
  public let chordPlayer: any NotePlayer
  private let router: RoutingNotePlayer
  private let sources: NotePlayerSources
  private let chordSources: NotePlayerSources

  /// Creates the players of `library` on `engine`, starting with `source`.
  ///
  /// - Throws: ``NotePlayerError`` if the sine player cannot be created.
  public init(
    engine: PlaybackEngine, library: SoundFontLibrary, source: SoundSource,
    options: NoteOptions = NoteOptions()
  ) throws {
    let sources = NotePlayerSources(
      engine: engine, library: library, source: source, options: options)
    self.sources = sources
    router = RoutingNotePlayer(
      sine: try SineWaveNotePlayer(on: engine),
      players: { try await sources.loadedPlayer(for: $0) },
      setting: { sources.source })
    player = router
    var chordOptions = options
    if options.tone.isStraight { chordOptions.tone = .chord }
    let chordSources = NotePlayerSources(
      engine: engine, library: library, source: source, options: chordOptions)
    self.chordSources = chordSources
    chordPlayer = RoutingNotePlayer(
      sine: try HarmonicNotePlayer(on: engine),
      players: { try await chordSources.loadedPlayer(for: $0) },
      setting: { sources.source })
  }

  /// Plays the presets of another library from the next note on, such as after the import or the
  /// removal of a bank. Sources that could not be loaded are tried again. Players of banks whose
  /// files are the same stay in memory.
  public func use(_ library: SoundFontLibrary) {
    sources.use(library)
    chordSources.use(library)
  }

  /// Sets the source of the next note, which stops the player of the previous source.
  public func choose(_ source: SoundSource) { sources.source = source }

  /// The source that was last passed to ``choose(_:)``.
  public var chosenSource: SoundSource { sources.source }

  /// The source of the last note that was started: the sine if it has replaced another source.
  /// `nil` before the first note.
  public var soundingSource: SoundSource? { router.soundingSource }

  /// Returns whether chords of a source have no beats of their own. Renders and measures notes of
  /// some keys, which takes up to some seconds.
  package func steadiness(
    of source: SoundSource, keys: ClosedRange<UInt8>
  ) throws -> ToneSteadiness { try chordSources.steadiness(of: source, keys: keys) }

  /// Whether the chosen source is loaded. The sine always is.
  public var isReady: Bool {
    let source = sources.source
    return source == .sine || sources.isLoaded(source)
  }

  /// Whether all notes of some keys start immediately, because
  /// ``prepare(keys:amplitude:progress:)`` has prepared them.
  public func isReady(keys: ClosedRange<UInt8>, amplitude: Double = 0.5) -> Bool {
    let source = sources.source
    return source == .sine || sources.isReady(source, Self.notes(keys, amplitude))
  }

  /// Loads the chosen source. Tries it again if it could not be loaded. Waits until it is loaded.
  ///
  /// - Returns: `false` if loading failed and a sine replaces it; see ``problems``.
  @discardableResult
  public func prepare() -> Bool {
    let source = sources.source
    if source == .sine { return true }
    sources.retry(source)
    return sources.player(for: source) != nil
  }

  /// Loads the chosen source. Tries it again if it could not be loaded.
  ///
  /// - Returns: `false` if loading failed and a sine replaces it, or the task was canceled.
  @discardableResult
  public func prepare() async -> Bool {
    let source = sources.source
    if source == .sine { return true }
    sources.retry(source)
    return (try? await sources.loadedPlayer(for: source)) != nil
  }

  /// Loads the chosen source, and prepares all notes of some keys before those of other keys, so
  /// that they start immediately. Straightening takes up to a second for each unknown recording.
  ///
  /// - Parameters:
  ///   - amplitude: The amplitude that selects the recordings; see ``RegionSelector``. That of
  ///     trials by default.
  ///   - progress: Called on any thread with the completed fraction, 0…1.
  /// - Returns: `false` if loading failed and a sine replaces it, or the task was canceled.
  @discardableResult
  public func prepare(
    keys: ClosedRange<UInt8>, amplitude: Double = 0.5,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async -> Bool {
    let source = sources.source
    progress(0)
    if source != .sine {
      sources.retry(source)
      guard let player = try? await sources.loadedPlayer(for: source) else { return false }
      progress(0.1)
      do {
        try await player.prepare(Self.notes(keys, amplitude)) { progress(0.1 + 0.9 * $0) }
      } catch { return false }
    }
    progress(1)
    return true
  }

  /// The sources that could not be loaded.
  public var problems: [Problem] { sources.problems }

  private static func notes(_ keys: ClosedRange<UInt8>, _ amplitude: Double) -> UsedNotes {
    UsedNotes(keys: keys.clamped(to: 0...127), velocity: Velocity(amplitude: amplitude)?.value ?? 1)
  }
}
