import Synchronization

/// A device without output whose time the caller advances, for tests and offline rendering.
///
/// ```swift
/// let device = OfflineAudioDevice(sampleRate: 48_000, periodFrames: 128, capturesSound: true)
/// try device.start(renderer)
/// device.advance(frames: 1_000)          // seven calls of 128 frames and one of 104
/// device.takeCapture().left.count        // 1000
/// ```
package final class OfflineAudioDevice: AudioDevice {
  /// Rendered frames.
  package struct Capture: Hashable, Sendable {
    /// The left channel.
    package var left: [Float] = []
    /// The right channel.
    package var right: [Float] = []
  }

  private struct Playing {
    var renderer: AudioRenderer?
    var capture = Capture()
  }

  /// The sample rate in hertz.
  package let sampleRate: Double
  /// The number of frames per render call.
  package let periodFrames: Int
  /// Whether ``takeCapture()`` returns the rendered frames, at 8 bytes a frame.
  package let capturesSound: Bool
  private let block: StereoBlock
  private let playing = Mutex(Playing())

  /// Creates a device. Sample rate and period must be positive.
  package init(sampleRate: Double = 48_000, periodFrames: Int = 128, capturesSound: Bool = false) {
    precondition(sampleRate > 0 && periodFrames > 0, "Sample rate and period must be positive.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.capturesSound = capturesSound
    block = StereoBlock(frameCount: periodFrames)
  }

  deinit { block.deallocate() }

  /// Always 0.
  package var latencyFrames: Int { 0 }
  /// Always 0.
  package var underrunCount: Int { 0 }
  /// Idle or running; the device cannot be lost.
  package var state: AudioDeviceState { playing.withLock { $0.renderer == nil ? .idle : .running } }

  /// Sets the renderer that ``advance(frames:)`` calls.
  package func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    let wasRunning = playing.withLock { playing in
      if playing.renderer != nil { return true }
      playing.renderer = renderer
      return false
    }
    if wasRunning { throw .alreadyRunning(device: "offline") }
  }

  /// Stops the device. The renderer is not called after this has returned.
  package func stop(_ mode: AudioStopMode) { playing.withLock { $0.renderer = nil } }

  /// Renders `frames` frames on the calling thread, in calls of at most one period. Does nothing
  /// while the device is stopped.
  package func advance(frames: Int) {
    playing.withLock { playing in
      guard let renderer = playing.renderer else { return }
      var remaining = frames
      while remaining > 0 {
        let count = min(remaining, periodFrames)
        renderer.render(renderer.context, block.left, block.right, count)
        if capturesSound {
          playing.capture.left += UnsafeBufferPointer(start: block.left, count: count)
          playing.capture.right += UnsafeBufferPointer(start: block.right, count: count)
        }
        remaining -= count
      }
    }
  }

  /// Returns the frames rendered since the last call, and removes them.
  package func takeCapture() -> Capture {
    playing.withLock { playing in
      let capture = playing.capture
      playing.capture = Capture()
      return capture
    }
  }
}
