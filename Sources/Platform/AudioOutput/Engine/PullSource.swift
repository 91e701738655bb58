import Synchronization

/// The frames that a system's audio engine pulls from a renderer. Allocated manually, without
/// reference counting.
///
/// The system may still call ``render(left:right:frameCount:)`` when a device has been stopped. It
/// is then silent: ``deactivate()`` waits until the renderer has returned.
struct PullSource: ~Copyable, @unchecked Sendable {
  // Safe: the renderer changes only while the source is inactive and no call renders.

  /// The maximum number of frames per call of the renderer.
  let periodFrames: Int
  /// In memory of its own, as a late call of the system may use the atomics when it is set.
  private let renderer: UnsafeMutablePointer<AudioRenderer?>
  private let isActive = Atomic(false)
  private let isRendering = Atomic(false)
  private let rendered = Atomic<Int64>(0)

  init(periodFrames: Int) {
    self.periodFrames = periodFrames
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: nil)
  }

  deinit { renderer.deallocate() }

  /// Whether no call renders.
  var isIdle: Bool { !isRendering.load(ordering: .sequentiallyConsistent) }
  /// The number of frames that the renderer has rendered.
  var renderedFrames: Int64 { rendered.load(ordering: .relaxed) }

  func activate(_ renderer: AudioRenderer) {
    self.renderer.pointee = renderer
    isActive.store(true, ordering: .sequentiallyConsistent)
  }

  /// Lets the last renderer render again.
  func reactivate() { isActive.store(true, ordering: .sequentiallyConsistent) }

  /// Makes the source silent. The renderer is not called after this has returned.
  func deactivate() {
    isActive.store(false, ordering: .sequentiallyConsistent)
    while !isIdle { AudioThread.pause() }
  }

  /// Renders on the audio thread: at most ``periodFrames`` frames at a time. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    isRendering.store(true, ordering: .sequentiallyConsistent)
    if isActive.load(ordering: .sequentiallyConsistent), let renderer = renderer.pointee {
      var done = 0
      while done < frameCount {
        let count = min(frameCount &- done, periodFrames)
        renderer(left + done, right + done, count)
        done &+= count
      }
      rendered.wrappingAdd(Int64(frameCount), ordering: .relaxed)
    } else {
      left.update(repeating: 0, count: frameCount)
      right.update(repeating: 0, count: frameCount)
    }
    isRendering.store(false, ordering: .sequentiallyConsistent)
  }
}

/// A pointer to a ``PullSource``, which must be deallocated manually.
struct PullSourceMemory: @unchecked Sendable {
  // Safe: control threads use it under the device's lock, the audio thread through atomics.
  let pointer: UnsafeMutablePointer<PullSource>

  init(periodFrames: Int) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: PullSource(periodFrames: periodFrames))
  }

  func deallocate() {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
