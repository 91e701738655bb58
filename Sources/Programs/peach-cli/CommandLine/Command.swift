import Dispatch
import Synchronization

/// A subcommand of `peach`.
protocol Command {
  /// The command's name, operands, options and help text.
  static var syntax: Syntax { get }
  /// Runs the command. The description of an error is shown to the user.
  static func run(_ arguments: Arguments) throws
}

/// A command that waits for audio or input. Other commands run on the main thread and start no
/// concurrency threads.
protocol AsyncCommand: Command, SendableMetatype {
  static func runAsync(_ arguments: Arguments) async throws
}

extension AsyncCommand {
  static func run(_ arguments: Arguments) throws {
    let result = AsyncResult()
    Task {
      do {
        try await runAsync(arguments)
        result.complete(with: .success(()))
      } catch {
        result.complete(with: .failure(error))
      }
    }
    try result.get()
  }
}

/// The result of an asynchronous command, for the blocked main thread.
private final class AsyncResult: Sendable {
  private let isComplete = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Void, any Error>?>(nil)

  func complete(with newResult: Result<Void, any Error>) {
    result.withLock { $0 = newResult }
    isComplete.signal()
  }

  /// Blocks until the command has finished.
  func get() throws {
    isComplete.wait()
    try result.withLock { $0 }?.get()
  }
}
