import Dispatch
import Synchronization

/// A parallel map on all processors.
enum ConcurrentMap {
  /// Returns the results of `work` for each item, in order. The calling thread takes part.
  ///
  /// - Parameters:
  ///   - batchSize: The number of items per processor between calls of `progress`.
  ///   - progress: Called on the calling thread with the completed fraction, 0…1. Cancels the map
  ///     by throwing.
  /// - Throws: The first error of `work`, or the error of `progress`.
  static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], batchSize: Int = 8, progress: (Double) throws -> Void,
    _ work: @Sendable (Item) throws -> Output
  ) throws -> [Output] {
    let batch = batchSize * ActiveProcessors.count
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
