import Foundation
import PeachFileIO
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("File identity and concurrent updates")
struct FileIdentityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func identity(_ path: String) throws -> FileIdentity {
    try #require(FileAccess.map(path: path).file)
  }

  @Test("A mapped file has the identity from the system; memory has none")
  func identity() throws {
    let path = try folder.put("a", [1, 2, 3])
    var status = stat()
    try #require(stat(path, &status) == 0)
    let found = try identity(path)
    #expect(found.byteCount == 3)
    #expect(found.number == UInt64(status.st_ino) && found.device == UInt64(status.st_dev))
    #if os(Linux)
      let (modified, changed) = (status.st_mtim, status.st_ctim)
      #expect(
        found.modifiedNanoseconds == Int64(modified.tv_sec) * 1_000_000_000
          + Int64(modified.tv_nsec))
      #expect(
        found.changedNanoseconds == Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec))
    #endif
    #expect(abs(Double(found.changedNanoseconds) / 1e9 - Date().timeIntervalSince1970) < 60)
    #expect(ByteStorage(copying: [1, 2, 3]).file == nil)
    let other = FileIdentity(
      device: 1, number: 2, byteCount: 3, modifiedNanoseconds: 4, changedNanoseconds: 5)
    #expect(other != found && (other.device, other.number) == (1, 2))
  }

  @Test("The identity is the same through links, and changes with the file")
  func changes() throws {
    let path = try folder.put("a", [1, 2, 3])
    let first = try identity(path)
    #expect(try identity(path) == first)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: path)
    #expect(try identity(folder.path("link")) == first)
    #expect(try identity(folder.put("copy", [1, 2, 3])) != first)
    // File times have a resolution of some milliseconds.
    usleep(50_000)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data([4, 5, 6]))
    try file.close()
    let second = try identity(path)
    #expect(second != first && second.number == first.number && second.byteCount == 3)
    // With its date set back, as some programs do.
    usleep(50_000)
    let date = Date(timeIntervalSince1970: Double(first.modifiedNanoseconds) / 1e9)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let third = try identity(path)
    #expect(third.changedNanoseconds > second.changedNanoseconds)
  }

  @Test(
    "An update receives the contents, or nothing if unusable, and replaces them completely")
  func update() throws {
    let path = folder.path("list")
    try FileAccess.update(path: path, limit: 3) { old in
      #expect(old == nil)
      return [1]
    }
    for count in 1...3 {
      try FileAccess.update(path: path, limit: 3) { old in
        #expect(old?.count == count)
        return (old ?? []) + [7]
      }
    }
    #expect(folder.bytes("list") == [1, 7, 7, 7])
    // Four bytes exceed the limit.
    try FileAccess.update(path: path, limit: 3) { old in
      #expect(old == nil)
      return []
    }
    #expect(try folder.bytes("list") == [] && folder.names() == ["list"])
    #expect(throws: FileAccessError.self) {
      try FileAccess.update(path: folder.path("none/list"), limit: 3) { _ in [1] }
    }
  }

  @Test("Concurrent updates are not lost")
  func concurrentUpdates() async throws {
    let path = folder.path("list")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          try FileAccess.update(path: path, limit: 1000) { ($0 ?? []) + [UInt8(number)] }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.bytes("list")?.sorted() == (0..<50).map { UInt8($0) })
    #expect(try folder.names() == ["list"])
  }
}
