import Foundation

/// A temporary folder, removed at the end of this object's lifetime.
final class Folder: Sendable {
  private let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "peach-benchmark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path + "/many", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in the folder, and returns its path.
  func put(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }
}
