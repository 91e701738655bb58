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
}
