import Foundation

/// CPU time, user plus system.
enum CPUTime {
  /// The milliseconds of all threads of this process.
  static var processMilliseconds: Double { milliseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// The milliseconds of the calling thread.
  static var threadMilliseconds: Double { milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
