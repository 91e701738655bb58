import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

package enum ActiveProcessors {
  /// The number of processors that this process may use, at least 1.
  package static var count: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }

  /// Calls `work` with each lane's number at the same time: the first on the calling thread, the
  /// others on threads of their own. The threads of Dispatch's global queues, on which
  /// `concurrentPerform` works, are also those of Swift's tasks.
  static func perform(lanes: Int, _ work: @Sendable (Int) -> Void) {
    guard lanes > 0 else { return }
    withoutActuallyEscaping(work) { work in
      let others = DispatchGroup()
      for lane in 1..<max(lanes, 1) {
        DispatchQueue(label: "peach.lane").async(group: others) { work(lane) }
      }
      work(0)
      others.wait()
    }
  }
}
