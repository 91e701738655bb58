import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that polls an input until it is stopped.
final class InputThread: Sendable {
  private final class State: Sendable {
    let isStopping = Atomic(false)
    let isOver = Atomic(false)
  }

  private let state = State()
  private let thread: Mutex<pthread_t?>

  /// Starts a thread that calls `read` until it returns `false`. `read` blocks for at most 0.1 s.
  init(_ read: @escaping @Sendable () -> Bool) {
    let state = state
    let body = Unmanaged.passRetained(
      InputBody {
        while !state.isStopping.load(ordering: .relaxed), read() {}
        state.isOver.store(true, ordering: .releasing)
      })
    #if canImport(Glibc)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    if pthread_create(&started, nil, inputThreadMain, body.toOpaque()) != 0 {
      body.release()
      state.isOver.store(true, ordering: .releasing)
      thread = Mutex(nil)
    } else {
      thread = Mutex(started)
    }
  }

  deinit { stop() }

  /// Whether the input has ended.
  var isOver: Bool { state.isOver.load(ordering: .acquiring) }

  /// Stops the thread and waits for its end.
  func stop() {
    state.isStopping.store(true, ordering: .relaxed)
    thread.withLock { thread in
      if let running = thread { pthread_join(running, nil) }
      thread = nil
    }
  }
}

private final class InputBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func inputThreadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<InputBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func inputThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<InputBody>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
