import Foundation
import TestEnvironment

/// Runs the program of this build in a temporary folder with its own home folder.
final class Peach {
  /// The result of a run.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The temporary folder of the test.
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
    for name in ["home", "data/peach/banks", "config", "work"] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a path in the temporary folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file into the working folder, or another one, and returns its path.
  @discardableResult
  func put(_ name: String, _ bytes: [UInt8], in folderName: String = "work") throws -> String {
    try Data(bytes).write(to: URL(filePath: path("\(folderName)/\(name)")))
    return path("\(folderName)/\(name)")
  }

  /// Returns the contents of a file in the working folder.
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path("work/\(name)")).map { [UInt8]($0) }
  }

  /// Returns the size of a file in the working folder.
  func size(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path("work/\(name)"))
    return attributes[.size] as? Int ?? 0
  }

  /// Returns the names of the files in the user's library, including partial ones.
  func bankNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("data/peach/banks")).sorted()
  }

  /// Returns the names of the files in the working folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("work")).sorted()
  }

  /// The path of the program, next to the tests.
  static let program = OtherProgram.peach

  /// Starts the program, or another one. Its output goes to files named after `number`, which must
  /// differ between concurrent processes, or standard error to a terminal.
  func start(
    _ arguments: [String], number: Int = 0, by other: String? = nil, at terminal: Terminal? = nil,
    input: Pipe? = nil, environment: [String: String] = [:]
  ) throws -> Process {
    guard let program = other ?? Self.program else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: path("work"))
    process.environment = [
      "HOME": path("home"), "XDG_DATA_HOME": path("data"), "XDG_CONFIG_HOME": path("config"),
      "XDG_STATE_HOME": path("state"),
    ].merging(environment) { $1 }
    if let input {
      process.standardInput = input
    } else {
      process.standardInput = terminal?.handle ?? FileHandle.nullDevice
    }
    let (output, errors) = (path("output\(number)"), path("errors\(number)"))
    for path in [output, errors] {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError =
      try terminal?.handle ?? FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    return process
  }

  /// Waits for a process and returns its result.
  func end(_ process: Process, number: Int = 0) throws -> Result {
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path("\(name)\(number)"))), as: UTF8.self)
    }
    return try Result(
      status: process.terminationStatus, output: text("output"), errors: text("errors"))
  }

  /// Runs a script of Bash with the program as `$PEACH`.
  func shell(_ script: String) throws -> Result {
    guard let program = Self.program else { throw CocoaError(.fileNoSuchFile) }
    return try end(start(["-c", script], by: "/bin/bash", environment: ["PEACH": program]))
  }

  /// Runs the program to its end.
  func run(_ arguments: String...) throws -> Result { try end(start(arguments)) }
}
