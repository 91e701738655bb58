import Foundation

/// A folder of its own for a test, gone with its owner.
public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// Makes it.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file within it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Puts a file into it, without the code under test, and gives its path.
  @discardableResult public func put(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Everything in it, hidden files too.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// A file's contents; nil where there is none.
  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) }
  }
}
