import Dispatch
import PeachInstrumentModel
import Synchronization

/// A value that the first thread to need it computes, while other threads wait.
final class LazyResult<Value: Sendable>: Sendable {
  private let compute: @Sendable () throws(SampleCodecError) -> Value
  private let result = Mutex<Result<Value, SampleCodecError>?>(nil)

  init(_ compute: @escaping @Sendable () throws(SampleCodecError) -> Value) {
    self.compute = compute
  }

  /// Returns the value, or throws the error of its computation.
  func get() throws(SampleCodecError) -> Value {
    let result = result.withLock { result in
      if let result { return result }
      let computed: Result<Value, SampleCodecError>
      do throws(SampleCodecError) { computed = .success(try compute()) } catch {
        computed = .failure(error)
      }
      result = computed
      return computed
    }
    return try result.get()
  }

  /// Returns the values of `results`, computed on all processors.
  static func values(of results: [LazyResult]) throws(SampleCodecError) -> [Value] {
    compute(results, processors: ActiveProcessors.count) { false }
    var values: [Value] = []
    for result in results { values.append(try result.get()) }
    return values
  }

  /// Computes the values of `results`. Returns early if `isCancelled` returns `true`.
  static func compute(
    _ results: [LazyResult], processors: Int, isCancelled: @Sendable () -> Bool
  ) {
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(processors, results.count)) { _ in
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < results.count else { return }
        _ = try? results[index].get()
      }
    }
  }
}
