/// Runs work on the calling thread and, if available, on a worker thread.
package protocol ParallelRunner {
  /// Calls `work` once for each of 0 ..< `count`: the caller in ascending order, the worker thread
  /// in descending order. Returns when all calls are complete.
  func perform(_ count: Int, _ work: (Int) -> Void)
  /// Sets the work of an idle worker thread, which returns if it did anything. Call once.
  func setIdleWork(_ work: @escaping () -> Bool)
  /// Wakes the worker thread for idle work.
  func remind()
}

extension ParallelRunner {
  package func setIdleWork(_ work: @escaping () -> Bool) {}
  package func remind() {}
}

/// Runs everything on the calling thread.
package struct SerialRunner: ParallelRunner {
  package init() {}

  package func perform(_ count: Int, _ work: (Int) -> Void) {
    for index in 0..<count { work(index) }
  }
}
