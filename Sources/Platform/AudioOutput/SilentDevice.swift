import Synchronization

/// A device without sound whose time passes only when it is told to: for tests and rendering.
///
/// ```swift
/// let device = SilentDevice(sampleRate: 48_000, periodFrames: 128, capturesSound: true)
/// try device.start(renderer)
/// device.advance(frames: 1_000)          // seven calls of 128 frames and one of 104
/// device.takeCapture().left.count        // 1000
/// ```
public final class SilentDevice: AudioDevice {
  /// Sound that was rendered, channel by channel.
  public struct Capture: Hashable, Sendable {
    /// The left channel's values, one a frame.
    public var left: [Float] = []
    /// The right channel's values, as many.
    public var right: [Float] = []
  }

  private struct Playing {
    var renderer: AudioRenderer?
    var capture = Capture()
  }

  /// Frames in a second.
  public let sampleRate: Double
  /// Frames that the renderer is asked for at once.
  public let periodFrames: Int
  /// True where ``takeCapture()`` gives what was rendered; it grows by 8 bytes a frame.
  public let capturesSound: Bool
  private let block: StereoBlock
  private let playing = Mutex(Playing())

  /// A device of this rate, above zero, and these periods, at least a frame.
  public init(sampleRate: Double = 48_000, periodFrames: Int = 128, capturesSound: Bool = false) {
    precondition(sampleRate > 0 && periodFrames > 0, "Rate and period are above zero.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.capturesSound = capturesSound
    block = StereoBlock(frameCount: periodFrames)
  }

  deinit { block.deallocate() }

  /// What is rendered is heard at once.
  public var latencyFrames: Int { 0 }
  /// Time waits for the renderer.
  public var underrunCount: Int { 0 }
  /// Idle or running; it cannot be lost.
  public var state: AudioDeviceState { playing.withLock { $0.renderer == nil ? .idle : .running } }

  /// Begins to call `renderer` whenever time is let pass.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let wasRunning = playing.withLock { playing in
      if playing.renderer != nil { return true }
      playing.renderer = renderer
      return false
    }
    if wasRunning { throw .alreadyRunning(device: "silent") }
  }

  /// Ends it; the renderer is not called after this has returned.
  public func stop(_ ending: AudioEnding) { playing.withLock { $0.renderer = nil } }

  /// Lets so many frames pass, in calls of one period; the last may be shorter. The renderer is
  /// called on this thread. Nothing happens while the device is stopped.
  public func advance(frames: Int) {
    playing.withLock { playing in
      guard let renderer = playing.renderer else { return }
      var left = frames
      while left > 0 {
        let count = min(left, periodFrames)
        renderer.render(renderer.context, block.left, block.right, count)
        if capturesSound {
          playing.capture.left += UnsafeBufferPointer(start: block.left, count: count)
          playing.capture.right += UnsafeBufferPointer(start: block.right, count: count)
        }
        left -= count
      }
    }
  }

  /// What was rendered since the last time, and forgets it.
  public func takeCapture() -> Capture {
    playing.withLock { playing in
      let capture = playing.capture
      playing.capture = Capture()
      return capture
    }
  }
}
