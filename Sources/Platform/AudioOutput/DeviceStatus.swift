import Synchronization

/// The lock-free state of a device. Allocated manually, without reference counting.
struct DeviceStatus: ~Copyable, Sendable {
  /// Set by a control thread to end the audio thread after the current period.
  let isStopping = Atomic(false)
  /// Set by the audio thread.
  let isRealtime = Atomic(false)
  let underrunCount = Atomic(0)
  let latencyFrames: Atomic<Int>
  /// The negative error number of the failure that ended playback; 0 for none.
  let failure = Atomic<Int32>(0)

  init(latencyFrames: Int) { self.latencyFrames = Atomic(latencyFrames) }
}

/// A pointer to a `DeviceStatus`, which must be deallocated manually.
struct SharedStatus: @unchecked Sendable {
  // Safe: all fields of the status are atomic.
  let pointer: UnsafeMutablePointer<DeviceStatus>

  init(latencyFrames: Int) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: DeviceStatus(latencyFrames: latencyFrames))
  }

  func deallocate() {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
