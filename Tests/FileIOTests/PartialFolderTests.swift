import Foundation
import PeachFileIO
import TestEnvironment
import Testing

@Suite("Folders that are complete or absent")
struct PartialFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Fills a folder with one file, and commits it.
  private func make(_ name: String, _ byte: UInt8, replacing: Bool = false) throws {
    let partial = try PartialFolder(for: folder.path(name))
    try folder.put("\(name).partial/file", [byte])
    try partial.commit(replacing: replacing)
  }

  @Test("A folder appears when it is committed; an existing one stays unless replaced")
  func commit() throws {
    try make("a", 1)
    #expect(folder.bytes("a/file") == [1])
    #expect(throws: FileAccessError(path: folder.path("a"), operation: .create, reason: .exists)) {
      try make("a", 2)
    }
    #expect(try folder.bytes("a/file") == [1] && folder.names() == ["a"])
    try make("a", 2, replacing: true)
    #expect(try folder.bytes("a/file") == [2] && folder.names() == ["a"])
  }

  @Test("A folder that another owner is filling is in use; that of a killed program is replaced")
  func inUse() throws {
    let first = try PartialFolder(for: folder.path("a"))
    #expect(throws: FileAccessError(path: first.path, operation: .create, reason: .inUse)) {
      _ = try PartialFolder(for: folder.path("a"))
    }
    FileAccess.removeAbandonedPartialFolders(in: folder.path)
    #expect(FileAccess.exists(first.path))
    try first.commit()
    try FileManager.default.createDirectory(
      atPath: folder.path("b.partial"), withIntermediateDirectories: true)
    try folder.put("b.partial/old", [1])
    try make("b", 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("b")) == ["file"])
  }

  @Test("Removal of a folder removes links, not their targets")
  func links() throws {
    for name in ["a", "a/b", "kept"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.put("kept/file", [1])
    for name in ["a/b/folder", "top"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: folder.path("kept"))
    }
    try FileAccess.removeTree(folder.path("a"))
    try FileAccess.removeTree(folder.path("top"))
    #expect(try folder.names() == ["kept"] && folder.bytes("kept/file") == [1])
    #expect(throws: FileAccessError(path: folder.path("a"), operation: .remove, reason: .missing)) {
      try FileAccess.removeTree(folder.path("a"))
    }
  }
}
