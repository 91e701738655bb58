import Foundation
public import PeachServices
import SoundFontFixtures
import Synchronization
import TestEnvironment

/// Concurrent calls of everything that players offer: several tasks share two sampled players, a
/// sine and a factory on one engine, which is released while notes sound.
public struct PlayerStress: Sendable {
  /// Returns a device that is not running.
  public typealias MakeDevice = @Sendable () throws -> any AudioDevice

  private let bank: SoundBank
  private let library: SoundFontLibrary
  private let folder: TemporaryFolder
  private let makeDevice: MakeDevice

  /// Writes a bank of recordings with vibrato, whose notes are straightened when they are first
  /// played.
  public init(makeDevice: @escaping MakeDevice) throws {
    self.makeDevice = makeDevice
    folder = try TemporaryFolder()
    let path = try folder.put("violin.sf2", VibratoRecording.bank.chunks.file)
    bank = try SoundBank(contentsOf: path)
    library = SoundFontLibrary(folders: [BankFolder(path: folder.path, origin: .given)])
  }

  /// The players of one engine.
  private struct Players: Sendable {
    var violins: [SoundFontNotePlayer]
    var factory: NotePlayerFactory
    var all: [any NotePlayer]
  }

  /// Makes calls from `taskCount` tasks on an engine of its own. Returns the errors that no
  /// concurrent call explains.
  public func round(_ number: Int, taskCount: Int = 6, callCount: Int = 12) async throws -> [String]
  {
    let players = try players()
    return await withTaskGroup(of: [String].self) { group in
      for task in 0..<taskCount {
        group.addTask {
          var caller = Caller(players, seed: UInt64(number * taskCount + task))
          return await caller.makeCalls(callCount)
        }
      }
      // The first notes of all tasks are of one key: its regions are prepared once.
      var errors: [String] = []
      for await found in group { errors += found }
      return errors
    }
  }

  private func players() throws -> Players {
    let engine = try PlaybackEngine(device: makeDevice())
    let (intonation, straightTones) = (
      IntonationCache(folder: nil), StraightToneCache(folder: nil)
    )
    let violins = try [ToneStyle.straight, .straight(vibrato: 1)].map { tone in
      try SoundFontNotePlayer(
        playing: bank.preset(bank: 0, program: 40), on: engine,
        options: NoteOptions(intonation: intonation, tone: tone, straightTones: straightTones))
    }
    let factory = try NotePlayerFactory(
      engine: engine, library: library, source: .named("Violin"),
      options: NoteOptions(intonation: intonation, straightTones: straightTones))
    return Players(
      violins: violins, factory: factory,
      all: violins + [try SineWaveNotePlayer(on: engine), factory.player])
  }

  /// One task's calls.
  private struct Caller {
    private let players: Players
    private var numbers: RandomNumbers
    private var held: [(player: any NotePlayer, note: HeldNote)] = []

    init(_ players: Players, seed: UInt64) {
      self.players = players
      numbers = RandomNumbers(seed: seed)
    }

    mutating func makeCalls(_ count: Int) async -> [String] {
      var errors: [String] = []
      for call in 0..<count {
        do {
          if call == 0 { try await play(players.violins[0]) } else { try await makeCall() }
        } catch is CancellationError {
        } catch NotePlayerError.tooBusy {
        } catch {
          errors.append("\(error)")
        }
      }
      return errors
    }

    private mutating func makeCall() async throws {
      let player = numbers.pick(players.all)
      switch numbers.whole(0...9) {
      case 0, 1: try await play(player)
      case 2:
        let (hertz, seconds) = (numbers.between(200, 900), numbers.between(0.001, 0.02))
        let playing = Task {
          try await player.play(
            frequency: .hertz(hertz), duration: .seconds(1), amplitude: 0.5)
        }
        try await Task.sleep(for: .seconds(seconds))
        playing.cancel()
        try await playing.value
      case 3, 4:
        let note = try await player.start(
          frequency: .hertz(numbers.between(200, 900)), amplitude: 0.5)
        held.append((player, note))
      case 5:
        if let last = held.last {
          try await last.player.retune(last.note, to: .hertz(numbers.between(200, 900)))
        }
      case 6:
        if let last = held.popLast() { try await last.player.release(last.note) }
      case 7: try await player.setVibrato(numbers.between(0, 2))
      case 8: try await player.stop()
      default:
        players.factory.choose(numbers.pick([.sine, .named("Violin"), .named("Strings")]))
        let factory = players.factory
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            factory.prepare()
            continuation.resume()
          }
        }
        _ = players.factory.problems
      }
    }

    private mutating func play(_ player: any NotePlayer) async throws {
      try await player.play(
        frequency: .hertz(440), duration: .seconds(numbers.between(0.005, 0.03)), amplitude: 0.5)
    }
  }
}
