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
package final class OfflineAudioDevice: AudioDevice {
  package struct Capture: Hashable, Sendable {
    package var left: [Float] = []
    package var right: [Float] = []
  }

  private struct Playing {
    var renderer: AudioRenderer?
    var capture = Capture()
  }

  package let sampleRate: Double
  package let periodFrames: Int
  /// Whether ``takeCapture()`` returns the rendered frames, at 8 bytes a frame.
  package let capturesSound: Bool
  private let block: StereoBlock
  private let playing = Mutex(Playing())

  package init(sampleRate: Double = 48_000, periodFrames: Int = 128, capturesSound: Bool = false) {
    precondition(sampleRate > 0 && periodFrames > 0, "Sample rate and period must be positive.")
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.capturesSound = capturesSound
    block = StereoBlock(frameCount: periodFrames)
  }

  deinit { block.deallocate() }

  package var latencyFrames: Int { 0 }
  package var underrunCount: Int { 0 }
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

  package func stop(_ mode: AudioStopMode) { playing.withLock { $0.renderer = nil } }

  /// Renders frames on the calling thread, a period at a time. Does nothing while stopped.
  package func advance(frames: Int) {
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
  package func takeCapture() -> Capture {
    playing.withLock { playing in
      let capture = playing.capture
      playing.capture = Capture()
      return capture
    }
  }
}
