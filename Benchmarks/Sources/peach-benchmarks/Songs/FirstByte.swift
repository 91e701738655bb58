import Foundation

/// Measures the time to a program's first byte of output.
enum FirstByte {
  /// Returns the time from a program's start to its first byte on standard output, in milliseconds.
  static func milliseconds(_ arguments: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let begun = ContinuousClock.now
    try process.run()
    let first = try output.fileHandleForReading.read(upToCount: 1)
    let passed = (ContinuousClock.now - begun) / .milliseconds(1)
    process.terminate()
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    guard first?.count == 1 else {
      throw ChildProcess.Failure(description: "\(arguments[0]) has no output.")
    }
    return passed
  }
}
