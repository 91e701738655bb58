#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns the CPU time that `work` takes on this thread.
///
/// Other tests run concurrently, so that bounds on wall time would depend on the machine's load.
public func cpuTime<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Duration
{
  let start = threadCPUTime()
  try work()
  return threadCPUTime() - start
}

/// Returns the CPU time of this thread so far.
public func threadCPUTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

#if canImport(Glibc)
  /// Returns the number of waits of this thread so far: for a lock, a device, a page that is read
  /// from a file, or time.
  ///
  /// Unlike times, the number does not depend on other load: a thread that is preempted, or whose
  /// machine's time is taken by another machine, does not wait (getrusage(2), `ru_nvcsw`).
  public func threadWaits() -> Int {
    var usage = rusage()
    // RUSAGE_THREAD, which is not imported.
    getrusage(__rusage_who_t(1), &usage)
    return usage.ru_nvcsw
  }
#endif
