import Dispatch
import Synchronization

/// A thread for work that takes up to a second, such as decoding and straightening, so that it does
/// not occupy the threads of Swift's tasks. Work is done in the order in which it is requested.
///
/// ```swift
/// let part = try await preparation.run { try preset.prepared() }
/// ```
final class PreparationThread: Sendable {
  // A serial queue has a thread of its own, while it has work; the threads of global queues are
  // also those of tasks.
  private let queue = DispatchQueue(label: "peach.preparation", qos: .userInitiated)

  /// Returns the result of `work`. If the task is canceled, throws `CancellationError`
  /// immediately; work that has begun continues, for the caches.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let answer = Answer<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        queue.async {
          if answer.isGiven { return }
          answer.give(Result { try work() })
        }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }

  /// The first result of several, for one continuation.
  private final class Answer<Value: Sendable>: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Value, any Error>?
      var result: Result<Value, any Error>?
    }

    private let state = Mutex(State())

    var isGiven: Bool { state.withLock { $0.result != nil } }

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
      let result = state.withLock { state in
        if state.result == nil { state.continuation = continuation }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }

    func give(_ result: Result<Value, any Error>) {
      let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
        if state.result != nil { return nil }
        state.result = result
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(with: result)
    }
  }
}
