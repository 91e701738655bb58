import PeachPOSIX
import Synchronization

/// A thread that polls an input until it is stopped.
final class InputThread: Sendable {
  private final class State: Sendable {
    let isStopping = Atomic(false)
    let isOver = Atomic(false)
  }

  private let state = State()
  private let thread: Mutex<POSIXThread?>

  /// Starts a thread that calls `read` until it returns `false`. `read` blocks for at most 0.1 s.
  init(_ read: @escaping @Sendable () -> Bool) {
    let state = state
    let started = try? POSIXThread {
      while !state.isStopping.load(ordering: .relaxed), read() {}
      state.isOver.store(true, ordering: .releasing)
    }
    if started == nil { state.isOver.store(true, ordering: .releasing) }
    thread = Mutex(started)
  }

  deinit { stop() }

  var isOver: Bool { state.isOver.load(ordering: .acquiring) }

  func stop() {
    state.isStopping.store(true, ordering: .relaxed)
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}
