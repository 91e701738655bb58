import CAllocationCounter
import PeachServices
import Synchronization
import TestEnvironment
import Testing

/// The heap of a separate process after an hour and a day of routed notes.
@Suite(
  "The memory of routed notes", .enabled(if: allocation_counter_works(), "Requires glibc."))
struct RoutedNotesMemoryTests {
  @Test("A day of routed notes takes no more memory than an hour; by default, six hours")
  func day() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let session = try Session()
      let hours = TestScale.cases(short: 6, full: 24)
      var heapBytes: [Int] = []
      heapBytes.reserveCapacity(hours)
      for _ in 0..<hours {
        try await session.play(hours: 1)
        await Self.fillContinuationCaches()
        heapBytes.append(await Self.settledHeapBytes())
      }
      print("heap in bytes after each hour: \(heapBytes)")
      try #require(Int(session.engine.clock) >= hours * 900 * Session.framesPerNote)
      try #require(session.noteCount == hours * 900)
      // An object of 16 bytes that leaks with each note takes 331,200 bytes in a day; one of 32
      // bytes, 144,000 in six hours; the cache of a new thread, 73,728.
      try #require(heapBytes[hours - 1] - heapBytes[0] < 131_072)
    }
    for bytes in [result?.standardOutputContent, result?.standardErrorContent] {
      print(String(decoding: bytes ?? [], as: UTF8.self))
    }
  }

  /// libdispatch keeps up to 1,024 freed continuations per thread, one of them for each sleep of a
  /// task. A continuation may be allocated on one thread and freed on another, so that the caches
  /// grow and shrink by up to 72 KB per thread for hours. After this, they are full.
  private static func fillContinuationCaches() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16_384 { group.addTask { try? await Task.sleep(for: .milliseconds(20)) } }
    }
  }

  /// Returns the heap after tasks that have returned are freed.
  private static func settledHeapBytes() async -> Int {
    var bytes = Int.max
    for _ in 0..<20 {
      try? await Task.sleep(for: .milliseconds(5))
      bytes = min(bytes, allocation_counter_heap_bytes())
    }
    return bytes
  }

  /// A router on an offline device at 8 kHz, with 900 notes per hour.
  private final class Session {
    /// Four seconds; otherwise a fifth of a second, without the pauses between notes.
    static let framesPerNote = TestScale.cases(short: 1600, full: 4 * 8000)

    private final class Setting: Sendable {
      let source = Mutex(SoundSource.sine)
    }

    let device = OfflineAudioDevice(sampleRate: 8000, periodFrames: 8000)
    let engine: PlaybackEngine
    private(set) var noteCount = 0
    private let router: RoutingNotePlayer
    private let setting = Setting()

    init() throws {
      engine = try PlaybackEngine(device: device, maximumVoices: 16)
      let sampled = try SoundFontNotePlayer(
        playing: BankPreset(bank: Banks.tone, index: 0), on: engine,
        options: NoteOptions(intonation: nil))
      router = RoutingNotePlayer(
        sine: try SineWaveNotePlayer(on: engine), players: { _ in sampled },
        setting: { [setting] in setting.source.withLock { $0 } })
    }

    func play(hours: Int) async throws {
      for number in 0..<(hours * 900) {
        noteCount += 1
        let start = engine.clock
        let source: SoundSource = number / 30 % 2 == 0 ? .sine : .named("tone")
        setting.source.withLock { $0 = source }
        let router = router
        if number % 30 == 10 {
          try await advancing {
            try await router.play(
              frequency: .hertz(440), duration: .milliseconds(100), amplitude: 0.8)
          }
        } else {
          try await advancing {
            let note = try await router.start(frequency: .hertz(440), amplitude: 0.8)
            try await router.retune(note, to: .hertz(445))
            // A note that is not released ends with the next change of the source.
            if number % 10 != 5 { try await router.release(note) }
          }
          if number % 30 == 20 { try await advancing { try await router.stop() } }
        }
        device.advance(frames: max(Self.framesPerNote - Int(engine.clock - start), 0))
      }
    }

    /// Advances the device until `body` returns.
    private func advancing(_ body: @escaping @Sendable () async throws -> Void) async throws {
      try await withThrowingTaskGroup(of: Void.self) { [device] group in
        let flag = Flag()
        group.addTask {
          defer { flag.isSet.store(true, ordering: .releasing) }
          try await body()
        }
        while !flag.isSet.load(ordering: .acquiring) {
          device.advance(frames: 80)
          await Task.yield()
        }
        try await group.waitForAll()
      }
    }

    private final class Flag: Sendable {
      let isSet = Atomic(false)
    }
  }
}
