import Foundation
import Synchronization
import TestEnvironment
import Testing

@testable import PeachAudioOutput

/// Devices that several threads use at the same time, as a player's engine does: one starts and
/// stops, others read the state. ThreadSanitizer finds the accesses that are not ordered.
@Suite("Devices on several threads", .serialized)
struct DeviceThreadTests {
  private final class Shared: Sendable {
    let rendered = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let reads = Atomic<Int>(0)
  }

  /// Starts and stops a device `count` times while two threads read its state.
  private func stress(_ device: any AudioDevice, count: Int, advance: () -> Void = {}) throws {
    let shared = Shared()
    let context = Unmanaged.passUnretained(shared).toOpaque()
    let renderer = AudioRenderer(context: context) { context, left, right, count in
      left.update(repeating: 0, count: count)
      right.update(repeating: 0, count: count)
      Unmanaged<Shared>.fromOpaque(context)._withUnsafeGuaranteedRef {
        _ = $0.rendered.add(count, ordering: .relaxed)
      }
    }
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread {
        while !shared.isOver.load(ordering: .acquiring) {
          if case .lost = device.state { break }
          _ = device.underrunCount + device.latencyFrames
          shared.reads.add(1, ordering: .relaxed)
        }
        ended.signal()
      }.start()
    }
    for _ in 0..<count {
      try device.start(renderer)
      #expect(device.state == .running)
      #expect(throws: AudioDeviceError.self) { try device.start(renderer) }
      advance()
      device.stop(.drop)
      #expect(device.state == .idle)
    }
    shared.isOver.store(true, ordering: .releasing)
    for _ in 0..<2 { ended.wait() }
    #expect(shared.reads.load(ordering: .relaxed) > 0)
    withExtendedLifetime(shared) {}
  }

  @Test("The null device starts and stops while others read its state")
  func null() throws {
    try stress(NullAudioDevice(periodFrames: 64), count: 20)
  }

  @Test("The offline device starts and stops while others read its state")
  func offline() throws {
    let device = OfflineAudioDevice()
    try stress(device, count: 2000) { device.advance(frames: 256) }
  }

  @Test("A system's engine pulls while its device starts, stops and is read")
  func engine() throws {
    let source = Mutex<PullSourceMemory?>(nil)
    let device = try EngineDevice(
      EngineCalls(
        hardwareSampleRate: { 48_000 }, latencySeconds: { 0 }, bufferSeconds: { 0 },
        activateSession: { () throws(AudioDeviceError) in }, deactivateSession: {},
        connect: { connected, _ throws(AudioDeviceError) in source.withLock { $0 = connected } },
        start: { () throws(AudioDeviceError) in }, stop: {}, sleep: { _ in }),
      periodFrames: 64)
    let shared = Shared()
    let ended = DispatchSemaphore(value: 0)
    // The system may pull at any time, also from a device that has been stopped.
    Thread {
      let audio = StereoBlock(frameCount: 256)
      while !shared.isOver.load(ordering: .acquiring) {
        guard let source = source.withLock({ $0 }) else { continue }
        source.pointer.pointee.render(left: audio.left, right: audio.right, frameCount: 256)
      }
      audio.deallocate()
      ended.signal()
    }.start()
    try stress(device, count: 2000)
    shared.isOver.store(true, ordering: .releasing)
    ended.wait()
  }

  #if JACK
    @Test(
      "A JACK server's device starts and stops while others read its state",
      .enabled(if: JACKServer.isInstalled, "jackd is not installed."))
    func jack() throws {
      let server = JACKServer()
      try server.start()
      var device: JACKDevice?
      for _ in 0..<400 where device == nil {
        device = try? JACKDevice(name: "peach")
        if device == nil { Thread.sleep(forTimeInterval: 0.025) }
      }
      try stress(try #require(device), count: 5)
      device = nil
      server.stop()
    }
  #endif
}
