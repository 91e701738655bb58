import Foundation

/// A JACK server without a sound card, gone with its owner. One at a time: its name is this process's.
public final class JACKServer {
  /// Whether there is a program that can be one.
  public static let isInstalled = OtherProgram.succeeds(["jackd", "--version"])
  /// What programs need in their environment to find it.
  public static let environment = ["JACK_DEFAULT_SERVER": "peach-tests-\(getpid())"]

  private var process: Process?

  /// A server that does not run yet, which this process will find.
  public init() {
    for (name, value) in Self.environment { setenv(name, value, 1) }
  }

  deinit { stop() }

  /// Begins, with blocks of 256 frames at 48 kHz; clients may have to wait until it is up.
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

  /// Ends it, as a user does.
  public func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }
}
