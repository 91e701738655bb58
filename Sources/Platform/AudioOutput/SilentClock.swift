import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A device without sound that runs in real time on a thread, for machines without a sound card.
public final class SilentClock: AudioDevice {
  /// Frames in a second.
  public let sampleRate: Double
  /// Frames that the renderer is asked for at once.
  public let periodFrames: Int
  private let block: StereoBlock
  private let status: SharedStatus
  private let thread = Mutex<AudioThread?>(nil)

  /// A device of this rate, above zero, and these periods, at least a frame.
  public init(sampleRate: Double = 48_000, periodFrames: Int = 256) {
    precondition(sampleRate > 0 && periodFrames > 0, "Rate and period are above zero.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    block = StereoBlock(frameCount: periodFrames)
    status = SharedStatus(latencyFrames: periodFrames)
  }

  deinit {
    stop(.atOnce)
    block.deallocate()
    status.deallocate()
  }

  /// One period.
  public var latencyFrames: Int { periodFrames }
  /// How often a period came more than a tenth of a second late; the clock then starts anew.
  public var underrunCount: Int { status.pointer.pointee.underrunCount.load(ordering: .relaxed) }
  /// Idle or running; it cannot be lost.
  public var state: AudioDeviceState { thread.withLock { $0 == nil ? .idle : .running } }

  /// Begins to call `renderer` on a thread of its own.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let (sampleRate, periodFrames, block, status) = (sampleRate, periodFrames, block, status)
    try thread.withLock { (thread) throws(AudioDeviceError) in
      guard thread == nil else { throw .alreadyRunning(device: "silent") }
      status.pointer.pointee.isStopping.store(false, ordering: .relaxed)
      thread = try AudioThread {
        AudioThread.flushToZero()
        Self.run(renderer, block, status, periodFrames, sampleRate: sampleRate)
      }
    }
  }

  /// Ends it; the renderer is not called after this has returned.
  public func stop(_ ending: AudioEnding) {
    thread.withLock { thread in
      status.pointer.pointee.isStopping.store(true, ordering: .relaxed)
      thread?.join()
      thread = nil
    }
  }

  private static func run(
    _ renderer: AudioRenderer, _ block: StereoBlock, _ status: SharedStatus, _ periodFrames: Int,
    sampleRate: Double
  ) {
    var start = seconds()
    var frames = 0
    while !status.pointer.pointee.isStopping.load(ordering: .relaxed) {
      renderer.render(renderer.context, block.left, block.right, periodFrames)
      frames += periodFrames
      let early = start + Double(frames) / sampleRate - seconds()
      if early < -0.1 {
        status.pointer.pointee.underrunCount.add(1, ordering: .relaxed)
        start = seconds()
        frames = 0
      } else if early > 0 {
        // The whole length at once: an error here is made good in the next period.
        var pause = timespec()
        pause.tv_sec = Int(early)
        pause.tv_nsec = Int((early - early.rounded(.down)) * 1e9)
        nanosleep(&pause, nil)
      }
    }
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
