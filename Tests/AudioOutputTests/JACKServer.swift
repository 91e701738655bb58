import Foundation
import TestEnvironment

/// A JACK server without a sound card, gone with its owner. One at a time: its name is this process's.
final class JACKServer {
  static let isInstalled = OtherProgram.succeeds(["jackd", "--version"])

  private var process: Process?

  init() {
    setenv("JACK_DEFAULT_SERVER", "peach-tests-\(getpid())", 1)
    setenv("JACK_NO_AUDIO_RESERVATION", "1", 1)
  }

  deinit { stop() }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "jackd", "--no-realtime", "--sync", "--name", "peach-tests-\(getpid())", "--driver", "dummy",
      "--rate", "48000", "--period", "256",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
  }

  func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }
}
