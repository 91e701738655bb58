import Synchronization

/// A device for an app that has its own audio engine, which pulls the frames.
///
/// ```swift
/// let device = PullAudioDevice(sampleRate: 48_000)
/// let peach = try PlaybackEngine(device: device)
/// let node = device.makeSourceNode()       // on Apple's systems
/// engine.attach(node)
/// engine.connect(node, to: engine.mainMixerNode, format: device.format)
/// ```
/// The app calls ``suspend()`` and ``resume()`` if its engine stops and starts. If it does not, the
/// device is ``AudioInterruption/stalled`` 0.3 s after the last request, so that no call waits
/// indefinitely.
public final class PullAudioDevice: AudioDevice {
  private enum Phase {
    case idle, running, suspended
  }

  private struct Progress {
    var phase = Phase.idle
    var stall: StallDetector
  }

  /// The sample rate of the frames, in hertz.
  public let sampleRate: Double
  /// The maximum number of frames per call of the renderer.
  public let periodFrames: Int
  /// The latency of the app's engine.
  public let latencyFrames: Int
  let source: PullSourceMemory
  private let progress: Mutex<Progress>

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate at which the engine pulls frames.
  ///   - latencyFrames: The latency of the engine, for ``latencyFrames``.
  public convenience init(
    sampleRate: Double, periodFrames: Int = 256, latencyFrames: Int = 0
  ) {
    self.init(
      sampleRate: sampleRate, periodFrames: periodFrames, latencyFrames: latencyFrames,
      stallLimit: .milliseconds(300))
  }

  init(sampleRate: Double, periodFrames: Int, latencyFrames: Int, stallLimit: Duration) {
    precondition(sampleRate > 0 && periodFrames > 0, "Sample rate and period must be positive.")
    (self.sampleRate, self.periodFrames) = (sampleRate, periodFrames)
    self.latencyFrames = latencyFrames
    source = PullSourceMemory(periodFrames: periodFrames)
    progress = Mutex(Progress(stall: StallDetector(limit: stallLimit)))
  }

  deinit {
    stop(.drop)
    source.deallocate()
  }

  /// 0: the engine reports no underruns.
  public var underrunCount: Int { 0 }

  /// See ``AudioDevice/state``.
  public var state: AudioDeviceState {
    let rendered = source.pointer.pointee.renderedFrames
    return progress.withLock { progress in
      switch progress.phase {
      case .idle: .idle
      case .suspended: .interrupted(.suspended)
      case .running: progress.stall.isStalled(at: rendered) ? .interrupted(.stalled) : .running
      }
    }
  }

  /// See ``AudioDevice/start(_:)``.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let wasRunning = progress.withLock { progress in
      if progress.phase != .idle { return true }
      source.pointer.pointee.activate(renderer)
      progress.phase = .running
      progress.stall.restart()
      return false
    }
    if wasRunning { throw .alreadyRunning(device: "app's engine") }
  }

  /// Makes the device silent. The engine may continue to pull frames.
  public func stop(_ mode: AudioStopMode) {
    progress.withLock { progress in
      source.pointer.pointee.deactivate()
      progress.phase = .idle
    }
  }

  /// Makes the device silent until ``resume()``.
  public func suspend() {
    progress.withLock { progress in
      guard progress.phase == .running else { return }
      source.pointer.pointee.deactivate()
      progress.phase = .suspended
    }
  }

  /// Continues after ``suspend()``, and begins to wait for the engine again.
  public func resume() {
    progress.withLock { progress in
      if progress.phase == .suspended {
        source.pointer.pointee.reactivate()
        progress.phase = .running
      }
      progress.stall.restart()
    }
  }

  /// Renders the next frames on the engine's audio thread; silence while stopped or suspended. At
  /// any number of frames. Neither allocates nor locks.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    // The thread is the caller's: others would compute 0 from denormals.
    let settings = AudioThread.flushToZero()
    source.pointer.pointee.render(left: left, right: right, frameCount: frameCount)
    AudioThread.restore(settings)
  }
}
