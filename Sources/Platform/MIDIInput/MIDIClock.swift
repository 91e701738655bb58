#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The clock that tells when MIDI came in. Any thread, the audio thread too: no system is called where
/// the system's library reads its clock from memory, as Linux's does.
public enum MIDIClock {
  /// Nanoseconds of the system's monotonic clock.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
