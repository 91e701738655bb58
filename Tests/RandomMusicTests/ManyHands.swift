import Dispatch
import PeachSynthesis

/// All of the work at once, on all processors.
struct ManyHands: SecondHand {
  func perform(_ count: Int, _ work: (Int) -> Void) {
    // All is done when this returns.
    nonisolated(unsafe) let work = work
    DispatchQueue.concurrentPerform(iterations: count) { work($0) }
  }
}
