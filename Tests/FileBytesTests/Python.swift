import Foundation

/// An independent reader of WAV files: Python with NumPy and SciPy, where it is installed.
enum Python {
  static let isAvailable = (try? run("import numpy, scipy.io.wavfile; print('yes')")) == "yes"

  /// What a script prints, without the last line break; nil where it fails.
  static func run(_ script: String, _ arguments: [String] = []) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
