/// A thread, to be joined once.
package struct POSIXThread: @unchecked Sendable {
  // Safe: the handle is used only to join the thread.
  private let handle: pthread_t

  /// Starts a thread that runs `body`. Throws the error number of the system.
  package init(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let boxed = Unmanaged.passRetained(Body(run: body))
    #if canImport(Darwin) || canImport(Musl)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let code = pthread_create(&started, nil, threadMain, boxed.toOpaque())
    guard code == 0 else {
      boxed.release()
      throw ThreadError(code: code)
    }
    #if canImport(Darwin) || canImport(Musl)
      guard let started else { throw ThreadError(code: EAGAIN) }
    #endif
    handle = started
  }

  package func join() { pthread_join(handle, nil) }
}

/// The error number of a thread that the system refused to create.
package struct ThreadError: Error { package let code: Int32 }

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
