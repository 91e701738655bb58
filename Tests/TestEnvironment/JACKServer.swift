import Foundation

/// A JACK server without a sound card, which ends with its owner. Clients know the server of a
/// process by an environment variable: a second one waits until the first has been released.
public final class JACKServer {
  /// Whether a JACK server is installed.
  public static let isInstalled = OtherProgram.succeeds(["jackd", "--version"])
  /// The environment variables with which clients find it.
  public static let environment = ["JACK_DEFAULT_SERVER": "peach-tests-\(getpid())"]

  /// Signaled when no test of this process has a server.
  private static let turn = DispatchSemaphore(value: 1)

  private var process: Process?

  /// Creates a server that does not run yet, once no other exists.
  public init() {
    Self.turn.wait()
    for (name, value) in Self.environment { setenv(name, value, 1) }
  }

  deinit {
    stop()
    Self.turn.signal()
  }

  /// Starts the server with blocks of 256 frames at 48 kHz; clients may have to retry until it is
  /// up.
  public func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "jackd", "--no-realtime", "--sync", "--name", "peach-tests-\(getpid())", "-d", "dummy",
      "--rate", "48000", "--period", "256",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
  }

  /// Stops the server as a user would.
  public func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }
}
