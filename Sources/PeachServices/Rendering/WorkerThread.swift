import Dispatch
import PeachSynthesis
import Synchronization

/// A worker thread that renders some of a song's voice partitions, for the lifetime of this object.
/// One thread at a time may call it.
///
/// A task takes microseconds. A waiting thread therefore does idle work and spins; the worker
/// sleeps only after ``Shared/spinLimit`` idle iterations. The caller does not wait for a worker
/// that has not joined a task, for example because other programs use the processors.
final class WorkerThread: ParallelRunner, Sendable {
  private let shared = Shared()

  init() {
    let shared = shared
    DispatchQueue(label: "peach.render-worker", qos: .userInitiated).async { shared.serve() }
  }

  deinit { shared.end() }

  func perform(_ count: Int, _ work: (Int) -> Void) {
    // `work` does not escape: all of it is done when this returns.
    withoutActuallyEscaping(work) { shared.perform(count, $0) }
  }

  func setIdleWork(_ work: @escaping () -> Bool) { shared.setIdleWork(work) }
  func remind() { shared.wake() }
}

extension WorkerThread {
  private enum State: Int, AtomicRepresentable { case idle, open, joined, left, finished }

  /// The state that both threads share. `work` and `count` are written before a task is open, and
  /// read by the worker between joining and leaving it. `idleWork` is written once.
  private final class Shared: @unchecked Sendable {
    private var work: ((Int) -> Void)?
    private var count = 0
    private var idleWork: (() -> Bool)?
    private let hasIdleWork = Atomic<Bool>(false)
    private let begun = Atomic<Int>(0)
    private let state = Atomic<State>(.idle)
    private let isAsleep = Atomic<Bool>(false)
    private let alarm = DispatchSemaphore(value: 0)
    /// The number of idle iterations before the worker sleeps, about 50 µs.
    private static let spinLimit = 10_000

    /// Runs a task on the calling thread, together with the worker if it joins.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
      self.work = work
      self.count = count
      begun.store(0, ordering: .relaxed)
      set(.open)
      runPartitions(fromBack: false)
      let isUnjoined = state.compareExchange(
        expected: .open, desired: .idle, ordering: .sequentiallyConsistent
      ).exchanged
      if !isUnjoined {
        let idleWork = knownIdleWork ?? { false }
        while state.load(ordering: .acquiring) != .left { _ = idleWork() }
        state.store(.idle, ordering: .relaxed)
      }
      self.work = nil
    }

    func end() { set(.finished) }

    func setIdleWork(_ work: @escaping () -> Bool) {
      precondition(!hasIdleWork.load(ordering: .relaxed), "The idle work can be set only once.")
      idleWork = work
      hasIdleWork.store(true, ordering: .releasing)
    }

    private func set(_ new: State) {
      state.store(new, ordering: .sequentiallyConsistent)
      wake()
    }

    func wake() {
      guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
      if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { alarm.signal() }
    }

    /// The idle work. Callers keep it in a local variable: a load in each iteration would count
    /// references, and both threads would contend for the count.
    private var knownIdleWork: (() -> Bool)? {
      hasIdleWork.load(ordering: .acquiring) ? idleWork : nil
    }

    /// Runs partitions from one end. Not inlined: `work` must be released before the worker leaves.
    @inline(never) private func runPartitions(fromBack: Bool) {
      guard let work else { return }
      var own = 0
      while begun.add(1, ordering: .relaxed).oldValue < count {
        work(fromBack ? count - 1 - own : own)
        own += 1
      }
    }

    func serve() {
      while wait() {
        let hasJoined = state.compareExchange(
          expected: .open, desired: .joined, ordering: .sequentiallyConsistent
        ).exchanged
        if !hasJoined { continue }
        runPartitions(fromBack: true)
        state.store(.left, ordering: .releasing)
      }
    }

    /// Waits for a task, and does idle work. Returns `false` when the thread must end.
    private func wait() -> Bool {
      var idleIterations = 0
      var idleWork = knownIdleWork
      while true {
        let now = state.load(ordering: .sequentiallyConsistent)
        if now == .open || now == .finished { return now == .open }
        if idleWork == nil { idleWork = knownIdleWork }
        idleIterations = idleWork?() ?? false ? 0 : idleIterations + 1
        if idleIterations < Self.spinLimit { continue }
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        let then = state.load(ordering: .sequentiallyConsistent)
        // A task that was opened in the meantime did not see `isAsleep`, or has woken the thread.
        let isNew = then == .open || then == .finished || idleWork?() ?? false
        if isNew && isAsleep.exchange(false, ordering: .sequentiallyConsistent) { continue }
        alarm.wait()
        idleIterations = 0
      }
    }
  }
}
