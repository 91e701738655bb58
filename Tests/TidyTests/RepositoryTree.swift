import Foundation
import TestEnvironment

/// The files of the repository, found from the path of this one.
struct RepositoryTree {
  let root: URL
  /// Relative to the root, in order: what git tracks or would add; without git, what is not hidden.
  let paths: [String]
  /// The text of every path whose bytes are UTF-8.
  let texts: [String: String]

  init() throws {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let manager = FileManager.default
    let listed = Self.pathsInGit(root: root) ?? Self.pathsOnDisk(root: root)
    var paths: [String] = []
    var texts: [String: String] = [:]
    for path in listed.sorted() {
      var isFolder: ObjCBool = false
      let url = root.appending(path: path)
      guard manager.fileExists(atPath: url.path(), isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      paths.append(path)
      texts[path] = String(validating: try Data(contentsOf: url), as: UTF8.self)
    }
    self.paths = paths
    self.texts = texts
  }

  /// The texts whose path begins and ends as said.
  func texts(under folder: String, suffix: String = "") -> [(path: String, text: String)] {
    paths.compactMap { path in
      guard path.hasPrefix(folder), path.hasSuffix(suffix), let text = texts[path] else {
        return nil
      }
      return (path, text)
    }
  }

  func size(of path: String) throws -> Int {
    try root.appending(path: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: root.appending(path: path).path())
  }

  /// Whether a file or folder stands at a path relative to the root.
  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path())
  }

  private static func pathsInGit(root: URL) -> [String]? {
    let list = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    guard let result = try? OtherProgram.run(list, in: root), result.status == 0 else { return nil }
    return result.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func pathsOnDisk(root: URL) -> [String] {
    let walk = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let start = root.path().count
    return (walk?.allObjects ?? []).compactMap { ($0 as? URL)?.path().dropFirst(start) }
      .map(String.init)
  }
}
