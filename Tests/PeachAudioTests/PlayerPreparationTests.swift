import Dispatch
import Foundation
import SoundFontFixtures
import Synchronization
import TestEnvironment
import Testing

@testable import PeachServices

@Suite("The preparation of notes", .serialized)
struct PlayerPreparationTests {
  /// A gate that blocks threads, and counts those that have arrived.
  private final class Gate: Sendable {
    private let isOpen = Mutex(false)
    private let arrivals = Atomic(0)

    var arrivalCount: Int { arrivals.load(ordering: .acquiring) }

    func wait() {
      arrivals.add(1, ordering: .acquiringAndReleasing)
      while !isOpen.withLock({ $0 }) { usleep(1000) }
    }

    func open() { isOpen.withLock { $0 = true } }
  }

  private let folder: TemporaryFolder
  private let bank: SoundBank

  init() throws {
    folder = try TemporaryFolder()
    bank = try SoundBank(
      contentsOf: folder.put("violin.sf2", VibratoRecording.bank.chunks.file))
  }

  /// Returns a violin whose straightening waits for the gate.
  private func violin(
    _ gate: Gate, on engine: PlaybackEngine
  ) throws -> SoundFontNotePlayer {
    let stub = StraightToneStub { _ in gate.wait() }
    return try SoundFontNotePlayer(
      playing: bank.preset(bank: 0, program: 40), on: engine,
      options: NoteOptions(intonation: nil, straightTones: stub.cache(folder: nil)))
  }

  private static func isTrue(_ condition: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      // Not on the threads of tasks, which the code under test may block.
      Thread.detachNewThread {
        let end = ContinuousClock.now + TestScale.hangLimit
        while !condition() && ContinuousClock.now < end { usleep(1000) }
        continuation.resume(returning: condition())
      }
    }
  }

  @Test("More notes than processors, all being straightened, leave the threads of tasks free")
  func tasksContinue() async throws {
    let gate = Gate()
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    let players = try (0...ActiveProcessors.count).map { _ in try violin(gate, on: engine) }
    let notes = players.map { player in
      Task.detached {
        try await player.play(frequency: .hertz(440), duration: .seconds(0.1), amplitude: 1)
      }
    }
    #expect(await Self.isTrue { gate.arrivalCount >= players.count })
    // The gate stays closed until then: without a free thread, the task cannot run at all.
    let hasRun = Mutex(false)
    Task.detached { hasRun.withLock { $0 = true } }
    #expect(await Self.isTrue { hasRun.withLock { $0 } })
    gate.open()
    for note in notes {
      note.cancel()
      _ = await note.result
    }
  }

  @Test("A canceled note ends while it is being straightened, and the next one plays")
  func cancellation() async throws {
    let gate = Gate()
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    let player = try violin(gate, on: engine)
    let ends = Mutex<[String]>([])
    let note = Task.detached {
      do {
        try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
        ends.withLock { $0.append("played") }
      } catch {
        ends.withLock { $0.append("\(type(of: error))") }
      }
    }
    #expect(await Self.isTrue { gate.arrivalCount > 0 })
    note.cancel()
    #expect(await Self.isTrue { ends.withLock { $0 } == ["CancellationError"] })
    gate.open()
    _ = try await player.start(frequency: .hertz(440), amplitude: 1)
    device.advance(frames: 4800)
    #expect(engine.live.soundingVoiceCount > 0)
  }

  @Test("Stopping a player ends a note that is being straightened: it does not sound later")
  func stopped() async throws {
    let gate = Gate()
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    let player = try violin(gate, on: engine)
    let note = Task.detached {
      try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    }
    #expect(await Self.isTrue { gate.arrivalCount > 0 })
    let stop = Task.detached { try await player.stop() }
    while engine.live.clock < 48_000 {
      device.advance(frames: 480)
      try await Task.sleep(for: .milliseconds(1))
    }
    try await stop.value
    gate.open()
    try await note.value
    device.advance(frames: 4800)
    #expect(engine.live.soundingVoiceCount == 0)
  }

  @Test("Two threads that prepare the same note get one preset")
  func sharedPart() async throws {
    let gate = Gate()
    let stub = StraightToneStub { _ in gate.wait() }
    let own = try PlayerPreset(
      playing: bank.preset(bank: 0, program: 40),
      by: SharedInstruments(bank, interpolation: .doubled),
      options: NoteOptions(intonation: nil, straightTones: stub.cache(folder: nil)),
      isEager: false)
    #expect(!own.isFixed)
    let parts = Mutex<[PreparedPreset?]>([])
    let begun = Atomic(0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        begun.add(1, ordering: .relaxed)
        let part = try? own.part(for: NoteSelection(key: 69, velocity: 100, hertz: 440))
        parts.withLock { $0.append(part) }
      }
    }
    #expect(
      await Self.isTrue {
        begun.load(ordering: .relaxed) == 4 && gate.arrivalCount > 0
      })
    // Time for the others to find that the note is not prepared.
    try await Task.sleep(for: .milliseconds(100))
    gate.open()
    #expect(await Self.isTrue { parts.withLock { $0.count } == 4 })
    let found = parts.withLock { $0 }
    #expect(found[0] != nil && found.allSatisfy { $0 === found[0] })
  }

  @Test("Two callers of a factory get one player, which is loaded once")
  func factory() async throws {
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    let bank = Banks.tone
    let library = SoundFontLibrary(
      folders: [BankFolder(path: "/banks", origin: .given)],
      list: { _ in [.init(path: "/banks/a.sf2", name: "a.sf2", identity: "a")] },
      open: { _ in bank })
    let factory = try NotePlayerFactory(
      engine: engine, library: library, source: .named("Preset 0"),
      options: NoteOptions(intonation: nil))
    let loadedCount = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { await factory.prepare() } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(loadedCount == 16)
    // Another player would hold one of the 64 channels: the sine has one, the tone of chords that
    // replaces it another, the sound a third.
    var players: [SineWaveNotePlayer] = []
    while let player = try? SineWaveNotePlayer(on: engine) { players.append(player) }
    #expect(players.count == PlaybackEngine.channelCount - 3)
  }
}
