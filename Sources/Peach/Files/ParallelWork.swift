import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Work on many things on every processor at once.
enum ParallelWork {
  /// Things for each processor between two reports of progress: few enough to be stopped soon.
  private static var batchOfEach: Int { 8 }

  /// What `work` makes of each of `items`, in their order. Returns when all is done; the calling thread
  /// works too. `progress` is told how much is done, 0…1, on the calling thread; what it throws, and
  /// the first error of `work`, is thrown on.
  static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], progress: (Double) throws -> Void,
    _ work: @Sendable (Item) throws -> Output
  ) throws -> [Output] {
    let batch = batchOfEach * max(ProcessInfo.processInfo.activeProcessorCount, 1)
    var outputs: [Output] = []
    for start in stride(from: 0, to: items.count, by: batch) {
      try progress(Double(start) / Double(items.count))
      let part = Array(items[start..<min(start + batch, items.count)])
      let results = Mutex([Result<Output, any Error>?](repeating: nil, count: part.count))
      DispatchQueue.concurrentPerform(iterations: part.count) { index in
        let result = Result { try work(part[index]) }
        results.withLock { $0[index] = result }
      }
      for result in results.withLock({ $0 }) {
        if let result { outputs.append(try result.get()) }
      }
    }
    try progress(1)
    return outputs
  }
}
