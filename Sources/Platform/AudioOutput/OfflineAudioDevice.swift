import Synchronization

/// A device without output whose time the caller advances, for tests and offline rendering. It
/// has no clock: a player waits indefinitely until the caller calls ``advance(frames:)``.
/// ``NullAudioDevice`` keeps time by itself.
///
/// ```swift
/// let device = OfflineAudioDevice(sampleRate: 48_000, periodFrames: 128, capturesSound: true)
/// try device.start(renderer)
/// device.advance(frames: 1_000)          // seven calls of 128 frames and one of 104
/// device.takeCapture().left.count        // 1000
/// ```
public final class OfflineAudioDevice: AudioDevice {
  /// Rendered frames.
  public struct Capture: Hashable, Sendable {
    /// The left channel.
    public var left: [Float] = []
    /// The right channel.
    public var right: [Float] = []
  }

  private struct Playing {
    var renderer: AudioRenderer?
    var capture = Capture()
  }

  /// The sample rate in hertz.
  public let sampleRate: Double
  /// The maximum number of frames per call of the renderer.
  public let periodFrames: Int
  /// Whether ``takeCapture()`` returns the rendered frames, at 8 bytes a frame.
  public let capturesSound: Bool
  private let block: StereoBlock
  private let playing = Mutex(Playing())

  /// Creates a device that is idle.
  public init(sampleRate: Double = 48_000, periodFrames: Int = 128, capturesSound: Bool = false) {
    precondition(sampleRate > 0 && periodFrames > 0, "Sample rate and period must be positive.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.capturesSound = capturesSound
    block = StereoBlock(frameCount: periodFrames)
  }

  deinit { block.deallocate() }

  /// 0: frames are available as soon as they are rendered.
  public var latencyFrames: Int { 0 }
  /// 0: the caller sets the pace.
  public var underrunCount: Int { 0 }
  /// Running from ``start(_:)`` to ``stop(_:)``.
  public var state: AudioDeviceState { playing.withLock { $0.renderer == nil ? .idle : .running } }

  /// Sets the renderer that ``advance(frames:)`` calls.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let wasRunning = playing.withLock { playing in
      if playing.renderer != nil { return true }
      playing.renderer = renderer
      return false
    }
    if wasRunning { throw .alreadyRunning(device: "offline") }
  }

  /// Removes the renderer.
  public func stop(_ mode: AudioStopMode) { playing.withLock { $0.renderer = nil } }

  /// Renders frames on the calling thread, a period at a time. Does nothing while stopped.
  public func advance(frames: Int) {
    playing.withLock { playing in
      guard let renderer = playing.renderer else { return }
      var remaining = frames
      while remaining > 0 {
        let count = min(remaining, periodFrames)
        renderer(block.left, block.right, count)
        if capturesSound {
          playing.capture.left += UnsafeBufferPointer(start: block.left, count: count)
          playing.capture.right += UnsafeBufferPointer(start: block.right, count: count)
        }
        remaining -= count
      }
    }
  }

  /// Returns the frames rendered since the last call, and removes them.
  public func takeCapture() -> Capture {
    playing.withLock { playing in
      let capture = playing.capture
      playing.capture = Capture()
      return capture
    }
  }
}
