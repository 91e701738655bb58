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
