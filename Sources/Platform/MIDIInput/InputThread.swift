import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that waits for something to read, until it is told to stop.
final class InputThread: Sendable {
  private final class State: Sendable {
    let isStopping = Atomic(false)
    let isOver = Atomic(false)
  }

  private let state = State()
  private let thread: Mutex<pthread_t?>

  /// Calls `read` again and again, which waits a tenth of a second at most and is false at the end.
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

  /// True once nothing more will be read.
  var isOver: Bool { state.isOver.load(ordering: .acquiring) }

  /// Ends it, and waits until it has.
  func stop() {
    state.isStopping.store(true, ordering: .relaxed)
    thread.withLock { thread in
      if let running = thread { pthread_join(running, nil) }
      thread = nil
    }
  }

  /// The system's monotonic clock.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
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
