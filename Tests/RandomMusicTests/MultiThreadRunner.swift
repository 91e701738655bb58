import Dispatch
import PeachSynthesis
import Synchronization

/// Runs work items concurrently on all processors, and idle work on another thread.
final class MultiThreadRunner: ParallelRunner {
  private let idle = IdleState()

  func perform(_ count: Int, _ work: (Int) -> Void) {
    // The work does not outlast this call.
    nonisolated(unsafe) let work = work
    DispatchQueue.concurrentPerform(iterations: count) { work($0) }
  }

  func setIdleWork(_ work: @escaping () -> Bool) {
    // Idle work may be called on any thread.
    nonisolated(unsafe) let work = work
    let idle = idle
    DispatchQueue.global().async {
      while !idle.isFinished.load(ordering: .acquiring) {
        idle.wakeUp.wait()
        while work() {}
      }
    }
  }

  func remind() { idle.wakeUp.signal() }

  deinit {
    idle.isFinished.store(true, ordering: .releasing)
    idle.wakeUp.signal()
  }

  private final class IdleState: Sendable {
    let isFinished = Atomic<Bool>(false)
    let wakeUp = DispatchSemaphore(value: 0)
  }
}
