public import PeachBankLibrary
import PeachInstrumentModel
import PeachMusicUnits
import Synchronization

/// The composition root: an engine, a sine, the sampled players there are, and one router over them.
///
/// If a bank fails, it goes on with the sine and says so.
public final class SoundSources: Sendable {
  private struct State {
    var source: SoundSource
    /// Players made so far; nil for a source that failed, so that it is not tried at every note.
    var players: [SoundSource: (any NotePlayer)?] = [:]
    var problems: [String] = []
  }

  /// What an app injects: it plays whatever ``choose(_:)`` chose last.
  public let player: any NotePlayer
  private let shared: Shared

  private final class Shared: Sendable {
    let engine: PlaybackEngine
    let library: SoundFontLibrary
    let path: PitchPath
    let intonation: IntonationCache?
    let steadyPitch: Bool
    let state: Mutex<State>

    init(
      engine: PlaybackEngine, library: SoundFontLibrary, path: PitchPath, source: SoundSource,
      intonation: IntonationCache?, steadyPitch: Bool
    ) {
      self.engine = engine
      self.library = library
      self.path = path
      self.intonation = intonation
      self.steadyPitch = steadyPitch
      state = Mutex(State(source: source))
    }

    func player(for source: SoundSource) -> (any NotePlayer)? {
      if let known = state.withLock({ $0.players[source] }) { return known }
      var made: (any NotePlayer)?
      var problem: String?
      do {
        made = try SoundFontNotePlayer(
          playing: library.preset(for: source), on: engine, path: path, intonation: intonation,
          steadyPitch: steadyPitch)
      } catch {
        problem = "\(source): \(error) Playing a sine instead."
      }
      state.withLock { state in
        state.players[source] = .some(made)
        if let problem { state.problems.append(problem) }
      }
      return made
    }
  }

  /// Sounds from `library` on `engine`, beginning with `source`.
  ///
  /// `path`, `intonation` and `steadyPitch` are those of the players; see
  /// ``SoundFontNotePlayer/init(playing:on:path:intonation:steadyPitch:)``.
  /// Throws ``NotePlayerError`` where not even the sine can be had.
  public init(
    engine: PlaybackEngine, library: SoundFontLibrary, source: SoundSource,
    path: PitchPath = .direct, intonation: IntonationCache? = IntonationCache(),
    steadyPitch: Bool = false
  ) throws {
    let shared = Shared(
      engine: engine, library: library, path: path, source: source, intonation: intonation,
      steadyPitch: steadyPitch)
    self.shared = shared
    player = RoutingNotePlayer(
      sine: try SineWaveNotePlayer(on: engine),
      players: { shared.player(for: $0) },
      setting: { shared.state.withLock { $0.source } })
  }

  /// Chooses the sound of the next note; what sounds now is stopped when it begins.
  public func choose(_ source: SoundSource) { shared.state.withLock { $0.source = source } }

  /// Makes the sound that is chosen ready, so that its first note begins at once.
  ///
  /// False where it failed and a sine stands in; ``problems`` says why.
  @discardableResult
  public func prepare() -> Bool {
    let source = shared.state.withLock { $0.source }
    return source == .sine || shared.player(for: source) != nil
  }

  /// What failed so far, a sentence each.
  public var problems: [String] { shared.state.withLock { $0.problems } }
}

extension SoundFontLibrary {
  /// The preset that a source means.
  ///
  /// A name is found whole before it is found within another, upper and lower case being the same,
  /// and pitched presets before others: "cello" is `Cello` and not `Cello Section`. Throws
  /// ``SoundSourceError``.
  public func preset(for source: SoundSource) throws(SoundSourceError) -> BankPreset {
    switch source {
    case .sine: throw .isNotSampled
    case .preset(let file, let identifier):
      for found in banks where file == nil || found.file.name == file || found.file.path == file {
        if let index = found.bank.index(of: identifier) {
          return BankPreset(bank: found.bank, index: index)
        }
      }
      throw .notFound("\(source)", bankCount: banks.count)
    case .named(let name):
      let wanted = name.lowercased()
      for isMatch in [
        { (name: String) in name == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) },
      ] as [(String) -> Bool] {
        for found in banks {
          let index = found.bank.presets.firstIndex {
            $0.bank != 128 && isMatch($0.name.lowercased())
          }
          if let index { return BankPreset(bank: found.bank, index: index) }
        }
      }
      throw .notFound(name, bankCount: banks.count)
    }
  }
}

/// Why a sound is not there. `\(error)` is a sentence for a person.
public enum SoundSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sine is not in a bank.
  case isNotSampled
  /// None of so many banks has it.
  case notFound(String, bankCount: Int)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .isNotSampled: "A sine is not in a bank."
    case .notFound(let name, 0):
      "There is no \(name): no bank was found. Install fluidr3mono-gm-soundfont, or name a bank."
    case .notFound(let name, let count):
      "There is no \(name) in the \(count) banks found; `peach sounds` lists what there is."
    }
  }
}
