import Dispatch
import PeachFileIO
import PeachPOSIX

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

package enum ActiveProcessors {
  /// The number of processors that this process may use, at least 1.
  package static var count: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }

  /// The number of threads that render a song faster than one: all processors, or 1 if others are
  /// busy. A second thread that waits for a processor makes the first one wait for it.
  package static var countForOneSong: Int {
    var most = count
    // What runs for a moment only should not count.
    for sample in 0..<3 {
      if sample > 0 { usleep(200) }
      guard let text = try? FileAccess.read(path: "/proc/loadavg", first: 64),
        let running = runningThreads(text)
      else { return count }
      // This thread is one of them.
      most = min(most, running - 1)
    }
    return count - most > 1 ? count : 1
  }

  /// Returns the number of threads that run or wait for a processor, from the text of
  /// `/proc/loadavg`, such as `0.52 0.58 0.59 3/1234 5678`; see proc(5). `nil` for other texts.
  static func runningThreads(_ text: [UInt8]) -> Int? {
    let fields = text.split(separator: UInt8(ascii: " "))
    guard fields.count > 3, let number = fields[3].split(separator: UInt8(ascii: "/")).first
    else { return nil }
    return Int(String(decoding: number, as: UTF8.self))
  }

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
