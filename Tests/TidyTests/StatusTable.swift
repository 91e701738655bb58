import Foundation

/// The tool that makes `Documentation/status.md`, which only needs Python itself.
enum StatusTable {
  static let canBeMade = (try? run(["--version"])) != nil

  /// What the tool complains about a tree's table; nothing where that is what its tests give.
  static func complaint(about root: URL, writing: Bool = false) throws -> String {
    let tool = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tools/status_table.py")
    return try run([tool.path()] + (writing ? [] : ["--check"]) + [root.path()])
  }

  private struct Failure: Error {}

  /// What Python says on its error output.
  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw Failure() }
    return String(decoding: data, as: UTF8.self)
  }
}
