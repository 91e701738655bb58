#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The clock of MIDI timestamps. Call on any thread, including the audio thread: Linux reads the
/// clock without a system call.
package enum MIDIClock {
  /// The time of the system's monotonic clock, in nanoseconds.
  package static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
