import Foundation
import TestEnvironment

/// Runs the program of this very build, in a folder of its own, with a user of its own.
final class Peach {
  /// What a run left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A folder for the test's files; the program runs in it.
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

  /// The path of something in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Puts a file into the folder that the program runs in, or elsewhere, and gives its path.
  @discardableResult
  func put(_ name: String, _ bytes: [UInt8], in place: String = "work") throws -> String {
    try Data(bytes).write(to: URL(filePath: path("\(place)/\(name)")))
    return path("\(place)/\(name)")
  }

  /// A file in the folder that the program runs in.
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path("work/\(name)")).map { [UInt8]($0) }
  }

  /// The names of the banks in the user's library, unfinished ones too.
  func bankNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("data/peach/banks")).sorted()
  }

  /// The names in the folder that the program runs in.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("work")).sorted()
  }

  /// Where the program is: beside the tests.
  static let program = OtherProgram.peach

  /// Starts the program, or another; what it writes goes into files, of other names for each
  /// `number` of those that run at the same time, or, but for its output, to a terminal.
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

  /// What a process has left behind when it ended.
  func end(_ process: Process, number: Int = 0) throws -> Result {
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path("\(name)\(number)"))), as: UTF8.self)
    }
    return try Result(
      status: process.terminationStatus, output: text("output"), errors: text("errors"))
  }

  /// Runs it to its end.
  func run(_ arguments: String...) throws -> Result { try end(start(arguments)) }
}
