import PeachPOSIX

/// The clock of MIDI timestamps. For any thread: Linux reads it without a system call.
package enum MIDIClock {
  /// The time of the system's monotonic clock, in nanoseconds.
  package static var nanoseconds: UInt64 {
    @_noLocks @_noAllocation get {
      var time = timespec()
      _ = _unsafePerformance { clock_gettime(CLOCK_MONOTONIC, &time) }
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
  }
}

/// Receives a segment of a MIDI byte stream, which may start and end within a message, and its time
/// of arrival by the system's monotonic clock. Called on the input's thread. The bytes are valid
/// during the call.
public typealias MIDIReceiver =
  @Sendable (_ bytes: UnsafeRawBufferPointer, _ nanoseconds: UInt64) -> Void
