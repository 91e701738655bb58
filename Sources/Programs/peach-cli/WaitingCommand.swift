import Dispatch
import Synchronization

/// A command that waits for sound or keys. The others run on the program's first thread, and start no
/// further ones before their work does.
protocol WaitingCommand: Command, SendableMetatype {
  /// Does it. Errors are sentences for a person.
  static func wait(_ arguments: Arguments) async throws
}

extension WaitingCommand {
  static func run(_ arguments: Arguments) throws {
    let result = Outcome()
    Task {
      do {
        try await wait(arguments)
        result.settle(.success(()))
      } catch {
        result.settle(.failure(error))
      }
    }
    try result.get()
  }
}

/// What becomes of a command, once it is over.
private final class Outcome: Sendable {
  private let isSettled = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Void, any Error>?>(nil)

  func settle(_ new: Result<Void, any Error>) {
    result.withLock { $0 = new }
    isSettled.signal()
  }

  /// Waits for it.
  func get() throws {
    isSettled.wait()
    try result.withLock { $0 }?.get()
  }
}
