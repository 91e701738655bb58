import Synchronization

/// A value that the first thread to need it computes, while other threads wait.
final class LazyResult<Value: Sendable, Failure: Error>: Sendable {
  private let compute: @Sendable () throws(Failure) -> Value
  private let result = Mutex<Result<Value, Failure>?>(nil)

  init(_ compute: @escaping @Sendable () throws(Failure) -> Value) {
    self.compute = compute
  }

  /// Whether the value is computed. Does not wait.
  var isReady: Bool { result.withLockIfAvailable { $0 != nil } ?? false }

  /// Returns the value, or throws the error of its computation.
  func get() throws(Failure) -> Value {
    let result = result.withLock { result in
      if let result { return result }
      let computed: Result<Value, Failure>
      do throws(Failure) { computed = .success(try compute()) } catch {
        computed = .failure(error)
      }
      result = computed
      return computed
    }
    return try result.get()
  }

  /// Returns the values of `results`, computed on all processors.
  static func values(of results: [LazyResult]) throws(Failure) -> [Value] {
    compute(results, processors: ActiveProcessors.count) { false }
    var values: [Value] = []
    for result in results { values.append(try result.get()) }
    return values
  }

  /// Computes the values of `results`. Returns early if `isCancelled` returns `true`.
  ///
  /// - Parameter progress: Called on any thread with the computed fraction, 0…1.
  static func compute(
    _ results: [LazyResult], processors: Int, isCancelled: @Sendable () -> Bool,
    progress: @Sendable (Double) -> Void = { _ in }
  ) {
    let total = Double(max(results.count, 1))
    let results = results.filter { !$0.isReady }
    let next = Atomic<Int>(0)
    let remaining = Atomic<Int>(results.count)
    ActiveProcessors.perform(lanes: min(processors, results.count)) { _ in
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < results.count else { return }
        _ = try? results[index].get()
        let count = remaining.subtract(1, ordering: .relaxed).newValue
        progress(1 - Double(count) / total)
      }
    }
  }
}
