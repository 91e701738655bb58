#if ALSA
  import Foundation
  import Synchronization
  import Testing

  @testable import PeachAudioOutput

  /// A device that accepts frames and fails as planned, instead of ALSA.
  private final class TroubledDevice {
    /// The results of consecutive writes; `nil` accepts all frames.
    var plan: [Int?]
    /// The result of a recovery.
    var recovery: Int32 = 0
    var recovered: [Int32] = []
    var waitCount = 0
    var waitResult: Int32 = 1
    /// The number of frames after which the loop is stopped.
    var frameLimit: Int
    var taken: [Float] = []
    let status: SharedStatus

    init(plan: [Int?], frameLimit: Int, status: SharedStatus) {
      self.plan = plan
      self.frameLimit = frameLimit
      self.status = status
    }

    static func at(_ handle: OpaquePointer?) -> TroubledDevice? {
      handle.map {
        Unmanaged<TroubledDevice>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
      }
    }

    func write(_ bytes: UnsafeRawPointer?, _ frames: Int) -> Int {
      let planned = plan.isEmpty ? nil : plan.removeFirst()
      let count = min(planned ?? frames, frames)
      if count <= 0 { return planned ?? 0 }
      taken += UnsafeBufferPointer(
        start: bytes?.assumingMemoryBound(to: Float.self), count: count * 2)
      if taken.count >= frameLimit * 2 {
        status.pointer.pointee.isStopping.store(true, ordering: .relaxed)
      }
      return count
    }

    static var calls: PCMCalls {
      PCMCalls(
        write: { TroubledDevice.at($0)?.write($1, Int($2)) ?? -1 },
        recover: { handle, code, _ in
          TroubledDevice.at(handle)?.recovered.append(code)
          return TroubledDevice.at(handle)?.recovery ?? -1
        },
        wait: { handle, _ in
          TroubledDevice.at(handle)?.waitCount += 1
          return TroubledDevice.at(handle)?.waitResult ?? -1
        },
        delay: { _, frames in
          frames?.pointee = 77
          return 0
        })
    }
  }

  @Suite("Playback loop")
  struct PlaybackLoopTests {
    /// Runs the loop with a device of this plan until `frameLimit` frames or a failure.
    private func play(
      plan: [Int?], frameLimit: Int = 1_000, recovery: Int32 = 0, waitResult: Int32 = 1,
      check: (TroubledDevice, borrowing DeviceStatus, TestSignal) -> Void
    ) {
      let status = SharedStatus(latencyFrames: 512)
      let block = StereoBlock(frameCount: 64)
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 8, alignment: 16)
      defer {
        status.deallocate()
        block.deallocate()
        bytes.deallocate()
      }
      let device = TroubledDevice(plan: plan, frameLimit: frameLimit, status: status)
      device.recovery = recovery
      device.waitResult = waitResult
      let signal = TestSignal.withRenderer { renderer, _ in
        PlaybackLoop(
          calls: TroubledDevice.calls,
          handle: OpaquePointer(Unmanaged.passUnretained(device).toOpaque()), renderer: renderer,
          status: status, format: .float32, channelCount: 2, periodFrames: 64, block: block,
          interleaved: bytes
        ).run()
      }
      check(device, status.pointer.pointee, signal)
      withExtendedLifetime(device) {}
    }

    /// Whether the device has the first `frames` frames of the signal, once and in order.
    private func hasTaken(_ device: TroubledDevice, frames: Int) -> Bool {
      let expected = (0..<frames).flatMap { [TestSignal.value($0, 0), TestSignal.value($0, 1)] }
      return device.taken == expected
    }

    @Test("Underruns, short writes and waits neither lose nor repeat frames")
    func recovers() {
      let (dry, asleep, full) = (Int(-EPIPE), Int(-ESTRPIPE), Int(-EAGAIN))
      let plan = [nil, dry, 10, full, 20, dry, dry, nil, asleep, 1, nil, full, full, 63, nil, dry]
      play(plan: plan) { device, status, _ in
        #expect(device.plan.isEmpty)
        #expect(hasTaken(device, frames: 1_024))
        #expect(device.recovered == [-EPIPE, -EPIPE, -EPIPE, -ESTRPIPE, -EPIPE])
        #expect(status.underrunCount.load(ordering: .relaxed) == 4)
        #expect(device.waitCount == 3)
        #expect(status.failure.load(ordering: .relaxed) == 0)
        #expect(status.latencyFrames.load(ordering: .relaxed) == 77)
      }
    }

    @Test("A disconnected device ends the loop and leaves its error")
    func lost() {
      play(plan: [nil, nil, Int(-ENODEV)], recovery: -ENODEV) { device, status, signal in
        #expect(status.failure.load(ordering: .relaxed) == -ENODEV)
        #expect(hasTaken(device, frames: 128))
        #expect(signal.position == 192)
      }
    }

    @Test("A device that accepts nothing for seconds times out, for any kind of refusal")
    func stuck() {
      let patience = PlaybackLoop.timeoutSeconds(periodFrames: 64) * 10
      for refusal in [-EAGAIN, -EPIPE] {
        let plan = [nil] + [Int?](repeating: Int(refusal), count: 1_000)
        play(plan: plan, waitResult: 0) { device, status, _ in
          #expect(status.failure.load(ordering: .relaxed) == -ETIMEDOUT)
          #expect(device.waitCount + device.recovered.count == patience + 1)
          #expect(hasTaken(device, frames: 64))
        }
      }
    }

    @Test("Integers are rounded and clamped; extra channels stay silent")
    func formats() {
      let block = StereoBlock(frameCount: 8)
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: 8 * 4 * 4, alignment: 16)
      defer {
        block.deallocate()
        bytes.deallocate()
      }
      let given: [Float] = [0, 1, -1, 2, -.infinity, .nan, 0.5 / 32_768, 1.5 / 32_768]
      for (frame, value) in given.enumerated() {
        block.left[frame] = value
        block.right[frame] = -0.25
      }
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
      PCMFormat.integer16.interleave(block, frameCount: 8, channelCount: 4, into: bytes)
      let shorts = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Int16.self), count: 32)
      let left: [Int16] = [0, 32_767, -32_768, 32_767, -32_768, 0, 0, 2]
      #expect(Array(shorts) == left.flatMap { [$0, -8_192, 0, 0] })
      PCMFormat.integer32.interleave(block, frameCount: 8, channelCount: 2, into: bytes)
      let longs = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Int32.self), count: 16)
      let wide: [Int32] = [0, .max, .min, .max, .min, 0, 32_768, 98_304]
      #expect(Array(longs) == wide.flatMap { [$0, -0x2000_0000] })
    }
  }
#endif
