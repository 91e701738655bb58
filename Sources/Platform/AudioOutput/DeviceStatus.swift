import Synchronization

/// What an audio thread and its control side tell each other, without locks.
///
/// Lives in memory of its own, so that the audio thread counts no references.
struct DeviceStatus: ~Copyable, Sendable {
  /// Set by the control side: end after this period.
  let isStopping = Atomic(false)
  /// Set by the audio thread.
  let isRealtime = Atomic(false)
  let underrunCount = Atomic(0)
  let latencyFrames: Atomic<Int>
  /// The system's error number that ended the sound, negative as the call returned it; 0 for none.
  let failure = Atomic<Int32>(0)

  init(latencyFrames: Int) { self.latencyFrames = Atomic(latencyFrames) }
}

/// The place of a `DeviceStatus`; freed by hand.
struct SharedStatus: @unchecked Sendable {
  // Sound: all that is behind the pointer is atomic.
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
