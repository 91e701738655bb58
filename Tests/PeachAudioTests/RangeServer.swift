import Foundation

/// A file server on this machine that ends with its owner: Python's, with ranges and faults.
final class RangeServer {
  private let process = Process()
  private let log: String
  private(set) var port = 0

  static let isPossible =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    && ["/usr/bin/curl", "/usr/local/bin/curl", "/bin/curl"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  init(folder: String, log: String) throws {
    self.log = log
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Tools/range_server.py").standardized.path
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [script, folder, log]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while line.last != 10 {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { throw CocoaError(.fileReadUnknown) }
      line += more
    }
    port = Int(String(decoding: line.dropLast(), as: UTF8.self)) ?? 0
  }

  deinit {
    // SIGKILL, because a child inherits other signals that the test's thread may have blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Returns the requests received so far, one per line: path and range.
  func requests() throws -> [String] {
    guard let data = FileManager.default.contents(atPath: log) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}
