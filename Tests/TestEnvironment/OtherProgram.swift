public import Foundation

/// Programs of this machine that tests compare with, and what they say.
public enum OtherProgram {
  /// What a program left behind when it ended.
  public struct Result: Sendable {
    /// All it wrote to its standard output.
    public var output: Data
    /// All it wrote to its error output.
    public var errors: String
    /// 0 where it went well; 127 where there is no such program.
    public var status: Int32

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// A program that ended with another status than 0.
  public struct Failure: Error, CustomStringConvertible {
    /// The command and its status.
    public var description: String
  }

  /// Python with the packages of Tests/python-packages.txt, or the machine's own.
  public static let python = ProcessInfo.processInfo.environment["PEACH_PYTHON"] ?? "python3"

  /// Runs a command to its end, in a folder where one is given.
  public static func run(_ command: [String], in folder: URL? = nil) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = folder }
    // One pipe is read to its end; a second would have to be read at the same time.
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

  /// What a command prints; throws ``Failure`` where its status is not 0.
  @discardableResult
  public static func output(_ command: [String]) throws -> Data {
    let result = try run(command)
    guard result.status == 0 else {
      throw Failure(description: "\(command) ended with \(result.status): \(result.errors)")
    }
    return result.output
  }

  /// What a tool of Tests/Tools prints; throws as ``output(_:)`` does.
  @discardableResult
  public static func tool(_ name: String, _ arguments: [String]) throws -> Data {
    try output([python, "-W", "ignore", TestFiles.tool(name)] + arguments)
  }

  /// The program of this very build, beside the tests; nil where it is not built.
  public static let peach: String? = {
    let beside =
      [CommandLine.arguments[0], Bundle.main.executablePath ?? ""]
      + Bundle.allBundles.map(\.bundlePath)
    return beside.map { URL(filePath: $0).deletingLastPathComponent().path + "/peach-cli" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether a command ends with status 0.
  public static func succeeds(_ command: [String]) -> Bool { (try? output(command)) != nil }

  /// Whether Python has all of these packages.
  public static func pythonHas(_ packages: String) -> Bool {
    succeeds([python, "-c", "import \(packages)"])
  }
}
