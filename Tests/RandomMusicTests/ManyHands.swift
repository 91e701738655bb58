import Dispatch
import PeachSynthesis
import Synchronization

/// All of the work at once, on all processors, and meanwhile on another thread what there is.
final class ManyHands: SecondHand {
  private let meanwhile = Meanwhile()

  func perform(_ count: Int, _ work: (Int) -> Void) {
    // All is done when this returns.
    nonisolated(unsafe) let work = work
    DispatchQueue.concurrentPerform(iterations: count) { work($0) }
  }

  func doMeanwhile(_ work: @escaping () -> Bool) {
    // Made to be called by any thread.
    nonisolated(unsafe) let work = work
    let meanwhile = meanwhile
    DispatchQueue.global().async {
      while !meanwhile.isOver.load(ordering: .acquiring) {
        meanwhile.alarm.wait()
        while work() {}
      }
    }
  }

  func remind() { meanwhile.alarm.signal() }

  deinit {
    meanwhile.isOver.store(true, ordering: .releasing)
    meanwhile.alarm.signal()
  }

  private final class Meanwhile: Sendable {
    let isOver = Atomic<Bool>(false)
    let alarm = DispatchSemaphore(value: 0)
  }
}
