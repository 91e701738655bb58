import Foundation
import Synchronization

@testable import PeachAudioOutput

/// The audio engine of a system in real time, with planned interruptions. A thread pulls frames
/// while the engine is running.
final class InterruptedEngine: Sendable {
  private struct State {
    var source: PullSourceMemory?
    var isRunning = false
    var isFailing = false
    var isReleased = false
  }

  private let state = Mutex(State())
  private let thread = Mutex<Thread?>(nil)

  static let sampleRate = 48_000.0

  init() {
    let thread = Thread { [weak self] in
      let block = UnsafeMutablePointer<Float>.allocate(capacity: 1024)
      defer { block.deallocate() }
      while self?.pull(block) == true { usleep(2000) }
    }
    thread.start()
  }

  /// Returns `false` when the engine is released.
  private func pull(_ block: UnsafeMutablePointer<Float>) -> Bool {
    state.withLock { state in
      if state.isRunning, let source = state.source {
        source.pointer.pointee.render(left: block, right: block + 512, frameCount: 96)
      }
      return !state.isReleased
    }
  }

  /// Stops to request frames, and forgets the source.
  func release() {
    state.withLock { $0 = State(source: nil, isRunning: false, isReleased: true) }
  }

  /// Stops without a notification.
  func stall() { state.withLock { $0.isRunning = false } }

  /// Whether the next starts fail.
  func setFailing(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

  var calls: EngineCalls {
    EngineCalls(
      hardwareSampleRate: { Self.sampleRate }, latencySeconds: { 0 }, bufferSeconds: { 0.005 },
      activateSession: {}, deactivateSession: {},
      connect: { [self] source, _ in state.withLock { $0.source = source } },
      start: { [self] () throws(AudioDeviceError) in
        let isFailing = state.withLock { state in
          if !state.isFailing { state.isRunning = true }
          return state.isFailing
        }
        if isFailing { throw .call("start", device: "test", code: 0, reason: "planned") }
      },
      stop: { [self] in state.withLock { $0.isRunning = false } }, sleep: { _ in })
  }
}
