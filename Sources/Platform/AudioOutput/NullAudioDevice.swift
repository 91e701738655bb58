import PeachPOSIX
import Synchronization

/// A device without output that runs in real time, for machines without a sound card, and for
/// tests of what an app does with its players.
///
/// ```swift
/// let player = try SineWaveNotePlayer(on: PlaybackEngine(device: NullAudioDevice()))
/// ```
public final class NullAudioDevice: AudioDevice {
  /// The sample rate, in hertz.
  public let sampleRate: Double
  /// The number of frames of a block.
  public let periodFrames: Int
  private let block: StereoBlock
  private let status: SharedStatus
  private let thread = Mutex<AudioThread?>(nil)

  /// Creates a stopped device. The values must be positive.
  public init(sampleRate: Double = 48_000, periodFrames: Int = 256) {
    precondition(sampleRate > 0 && periodFrames > 0, "Sample rate and period must be positive.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    block = StereoBlock(frameCount: periodFrames)
    status = SharedStatus(latencyFrames: periodFrames)
  }

  deinit {
    stop(.drop)
    block.deallocate()
    status.deallocate()
  }

  /// The latency of a block.
  public var latencyFrames: Int { periodFrames }
  /// The number of periods that were more than 0.1 s late, after which the clock was restarted.
  public var underrunCount: Int { status.pointer.pointee.underrunCount.load(ordering: .relaxed) }
  /// Whether the device runs.
  public var state: AudioDeviceState { thread.withLock { $0 == nil ? .idle : .running } }

  /// Starts a thread that calls the renderer in real time.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let (sampleRate, periodFrames, block, status) = (sampleRate, periodFrames, block, status)
    try thread.withLock { (thread) throws(AudioDeviceError) in
      guard thread == nil else { throw .alreadyRunning(device: "null") }
      status.pointer.pointee.isStopping.store(false, ordering: .relaxed)
      thread = try AudioThread {
        AudioThread.flushToZero()
        Self.run(renderer, block, status, periodFrames, sampleRate: sampleRate)
      }
    }
  }

  /// Stops the thread, and waits for its end.
  public func stop(_ mode: AudioStopMode) {
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
      renderer(block.left, block.right, periodFrames)
      frames += periodFrames
      let early = start + Double(frames) / sampleRate - seconds()
      if early < -0.1 {
        status.pointer.pointee.underrunCount.add(1, ordering: .relaxed)
        start = seconds()
        frames = 0
      } else if early > 0 {
        // An error of the sleep is compensated in the next period.
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
