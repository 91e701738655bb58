/// A thread of the system, to be joined once.
package struct Thread: @unchecked Sendable {
  // Safe: the handle is used only to join the thread.
  private let handle: pthread_t

  /// Starts a thread that runs `body`. Returns `nil` if the system refuses.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let retained = Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin) || canImport(Musl)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    guard pthread_create(&started, nil, runThread, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
    #if canImport(Darwin) || canImport(Musl)
      guard let started else { return nil }
    #endif
    handle = started
  }

  package func join() { pthread_join(handle, nil) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runThread(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
