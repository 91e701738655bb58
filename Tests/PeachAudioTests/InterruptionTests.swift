import Dispatch
import Foundation
import Synchronization
import TestEnvironment
import Testing

@testable import PeachAudioOutput
@testable import PeachServices

/// Calls of players while the system interrupts the output: each ends within half a second.
@Suite("Interruptions of players", .serialized)
struct InterruptionTests {
  private enum Case: String, CaseIterable {
    case interruption, endedWithAdvice, endedWithoutAdvice, outputRemoved, background, stalled
    case routeChange, routeChangeFails, servicesReset, servicesResetFails

    /// Whether the notes continue.
    var continues: Bool {
      switch self {
      case .endedWithAdvice, .routeChange, .servicesReset: true
      default: false
      }
    }

    func happen(_ device: EngineDevice, _ engine: InterruptedEngine) {
      switch self {
      case .interruption: device.handle(.interruptionBegan)
      case .endedWithAdvice:
        device.handle(.interruptionBegan)
        device.handle(.interruptionEnded(resumes: true))
      case .endedWithoutAdvice:
        device.handle(.interruptionBegan)
        device.handle(.interruptionEnded(resumes: false))
      case .outputRemoved: device.handle(.outputRemoved)
      case .background: device.suspend()
      case .stalled: engine.stall()
      case .routeChange, .routeChangeFails, .servicesReset, .servicesResetFails:
        engine.setFailing(self == .routeChangeFails || self == .servicesResetFails)
        let isRoute = self == .routeChange || self == .routeChangeFails
        device.handle(isRoute ? .configurationChanged : .servicesReset)
        engine.setFailing(false)
      }
    }
  }

  private struct Rig {
    let engine = InterruptedEngine()
    let device: EngineDevice
    let playback: PlaybackEngine
    let player: SineWaveNotePlayer

    init() throws {
      // Half of the limit of the tests, and more than a delay of this thread.
      device = try EngineDevice(engine.calls, periodFrames: 96, stallLimit: .milliseconds(250))
      playback = try PlaybackEngine(device: device)
      player = try SineWaveNotePlayer(on: playback)
    }
  }

  /// A thread for one task, so that the tasks of other tests do not delay it.
  private final class TaskThread: TaskExecutor {
    private let queue = DispatchQueue(label: "call", qos: .userInteractive)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// A call in progress: whether it threw, and when it ended.
  private final class Call: Sendable {
    private let end = Mutex<(time: ContinuousClock.Instant, error: (any Error)?)?>(nil)

    init(_ body: @escaping @Sendable () async throws -> Void) {
      Task.detached(executorPreference: TaskThread()) { [self] in
        var failure: (any Error)?
        do { try await body() } catch { failure = error }
        end.withLock { $0 = (.now, failure) }
      }
    }

    /// Waits up to 30 seconds; returns `nil` if the call has not ended by then.
    func ended(
      since start: ContinuousClock.Instant
    ) async throws -> (delay: Duration, error: (any Error)?)? {
      for _ in 0..<6000 {
        if let end = end.withLock({ $0 }) { return (end.time - start, end.error) }
        try await Task.sleep(for: .milliseconds(5))
      }
      return nil
    }
  }

  private static let note = ScheduledNote(frequency: .hertz(440), duration: .seconds(60))

  @Test("A note, a pair and a stop end, or continue, after each event", arguments: Case.allCases)
  private func waitingCalls(_ event: Case) async throws {
    var delays: [Duration] = []
    // Other processes may occupy the processor. A call that hangs fails at once.
    for _ in 0..<10 where delays.last.map({ $0 >= .milliseconds(500) }) ?? true {
      let delay = try await withTaskExecutorPreference(TaskThread()) {
        try await longestDelay(after: event)
      }
      delays.append(delay)
    }
    #expect(delays.last.map { $0 < .milliseconds(500) } == true, "\(delays)")
  }

  /// Returns the longest time from an event, or from a later call, to the end of a call.
  private func longestDelay(after event: Case) async throws -> Duration {
    let rig = try Rig()
    defer { rig.engine.release() }
    let pair = [
      Self.note, ScheduledNote(at: .seconds(60), frequency: .hertz(441), duration: .seconds(1)),
    ]
    let other = try SineWaveNotePlayer(on: rig.playback)
    let calls = [
      Call { try await rig.player.play([Self.note]) { _ in } },
      Call { try await other.play(pair) { _ in } },
    ]
    while rig.playback.clock < 4800 { try await Task.sleep(for: .milliseconds(2)) }
    var start = ContinuousClock.now
    var longest = Duration.zero
    event.happen(rig.device, rig.engine)
    if event.continues {
      try await Task.sleep(for: .milliseconds(300))
      #expect(rig.device.state == .running || rig.device.state == .interrupted(.stalled))
      start = .now
      try await rig.player.stop()
      try await other.stop()
    }
    for call in calls {
      let end = try #require(try await call.ended(since: start), "A call waits indefinitely.")
      longest = max(longest, end.delay)
      if !event.continues {
        #expect(end.error is NotePlayerError, "\(String(describing: end.error))")
      }
    }
    if event.continues { return longest }
    // New calls end, too.
    start = .now
    let later = [
      Call { try await rig.player.play([Self.note]) { _ in } },
      Call { try await rig.player.stop() },
      Call { _ = try await rig.player.start(frequency: .hertz(440), amplitude: 1) },
    ]
    for call in later {
      let end = try #require(try await call.ended(since: start), "A new call waits indefinitely.")
      longest = max(longest, end.delay)
    }
    // And the player plays again when the user returns.
    try rig.device.resume()
    #expect(rig.device.state == .running)
    try await rig.player.play(
      frequency: .hertz(440), duration: .milliseconds(50), amplitude: 1)
    return longest
  }

  @Test("A note that an interruption has ended does not sound when the device continues")
  func nothingLeft() async throws {
    try await withTaskExecutorPreference(TaskThread()) { try await nothingLeftAfterInterruption() }
  }

  private func nothingLeftAfterInterruption() async throws {
    let rig = try Rig()
    defer { rig.engine.release() }
    let call = Call { try await rig.player.play([Self.note]) { _ in } }
    while rig.playback.clock < 4800 { try await Task.sleep(for: .milliseconds(2)) }
    rig.device.handle(.interruptionBegan)
    let start = ContinuousClock.now
    _ = try #require(try await call.ended(since: start))
    #expect(rig.playback.live.soundingVoiceCount == 1)
    try rig.device.resume()
    let clock = rig.playback.clock
    while rig.playback.clock < clock + 4800 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(rig.playback.live.soundingVoiceCount == 0)
  }

  @Test("Errors say what happened")
  func messages() {
    for interruption in AudioInterruption.allCases {
      #expect("\(NotePlayerError.interrupted(interruption))" == "\(interruption)")
    }
    #expect(Set(AudioInterruption.allCases.map { "\($0)" }).count == 5)
  }
}
