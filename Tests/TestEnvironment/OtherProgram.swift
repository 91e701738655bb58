public import Foundation

/// External programs that tests compare with.
public enum OtherProgram {
  /// The result of a finished program.
  public struct Result: Sendable {
    /// The standard output.
    public var output: Data
    /// The standard error.
    public var errors: String
    /// The exit status; 127 if the program is missing.
    public var status: Int32

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// An exit status other than 0.
  public struct Failure: Error, CustomStringConvertible {
    /// The command and its status.
    public var description: String
  }

  /// Python with the packages of Tests/python-packages.txt, or the system's.
  public static let python = ProcessInfo.processInfo.environment["PEACH_PYTHON"] ?? "python3"

  /// Runs a command to its end, optionally in a folder.
  public static func run(_ command: [String], in folder: URL? = nil) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = folder }
    // One pipe is read to its end; a second one would have to be read concurrently.
    let errors = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())")
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      output: data, errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
      status: process.terminationStatus)
  }

  /// Returns the output of a command; throws ``Failure`` if its status is not 0.
  @discardableResult
  public static func output(_ command: [String]) throws -> Data {
    let result = try run(command)
    guard result.status == 0 else {
      throw Failure(description: "\(command) ended with \(result.status): \(result.errors)")
    }
    return result.output
  }

  /// Returns the output of a tool of Tests/Tools; throws like ``output(_:)``.
  @discardableResult
  public static func tool(_ name: String, _ arguments: [String]) throws -> Data {
    try output([python, "-W", "ignore", TestFiles.tool(name)] + arguments)
  }

  /// The path of this build's program next to the tests; `nil` if it is not built.
  public static let peach: String? = {
    let neighbors =
      [CommandLine.arguments[0], Bundle.main.executablePath ?? ""]
      + Bundle.allBundles.map(\.bundlePath)
    return neighbors.map { URL(filePath: $0).deletingLastPathComponent().path + "/peach-cli" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether a command exits with status 0.
  public static func succeeds(_ command: [String]) -> Bool { (try? output(command)) != nil }

  /// Whether Python has all of these packages.
  public static func pythonHas(_ packages: String) -> Bool {
    succeeds([python, "-c", "import \(packages)"])
  }
}
