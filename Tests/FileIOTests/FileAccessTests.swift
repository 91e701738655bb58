import Foundation
import PeachFileIO
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("File access")
struct FileAccessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A mapped file has the file's bytes, even after it is deleted")
  func map() throws {
    let bytes = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.put("a.sf2", bytes)
    let storage = try FileAccess.map(path: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(storage.bytes.elementsEqual(bytes))
    storage.prefetch(5_000..<90_000)
    storage.prefetch(-5..<Int.max)
    #expect(storage.bytes.elementsEqual(bytes))
  }

  @Test("Errors for unreadable paths name path, operation and reason")
  func mapErrors() throws {
    try folder.put("empty", [])
    try folder.put("file", [1])
    mkfifo(folder.path("pipe"), 0o600)
    let cases: [(String, FileAccessError.Operation, FileAccessError.Reason)] = [
      (folder.path("none"), .open, .missing), (folder.path, .open, .folder),
      (folder.path("empty"), .map, .empty), (folder.path("pipe"), .open, .notRegular),
      ("/dev/zero", .open, .notRegular), (folder.path("file/below"), .open, .notFolder),
      ("", .open, .invalidPath), (folder.path("file\0.sf2"), .open, .invalidPath),
    ]
    for (path, operation, reason) in cases {
      #expect(throws: FileAccessError(path: path, operation: operation, reason: reason)) {
        try FileAccess.map(path: path)
      }
    }
    let error = FileAccessError(path: "/a.sf2", operation: .open, reason: .missing)
    #expect("\(error)" == "Cannot open /a.sf2: No such file or directory.")
  }

  @Test("A file without read permission is an error", .enabled(if: geteuid() != 0, "root may all"))
  func notPermitted() throws {
    let path = try folder.put("secret", [1, 2, 3])
    chmod(path, 0)
    #expect(throws: FileAccessError(path: path, operation: .open, reason: .notPermitted)) {
      try FileAccess.read(path: path, limit: 10)
    }
  }

  @Test("A small file is read completely, up to exactly the limit")
  func read() throws {
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.put("recipe", bytes)
    #expect(try FileAccess.read(path: path, limit: 70_000) == bytes)
    #expect(throws: FileAccessError(path: path, operation: .read, reason: .tooLarge(limit: 69_999)))
    {
      try FileAccess.read(path: path, limit: 69_999)
    }
    #expect(try FileAccess.read(path: folder.put("empty", []), limit: 0) == [])
  }

  @Test(
    "A file of reported size 0 is read to its end, up to the limit",
    .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/maps"), "needs /proc"))
  func readUnknownSize() throws {
    let text = try FileAccess.read(path: "/proc/self/maps", limit: 1 << 24)
    #expect(text.count > 4_096)
    #expect(throws: FileAccessError.self) {
      try FileAccess.read(path: "/proc/self/maps", limit: 100)
    }
  }

  @Test("Writing replaces the file atomically and leaves no other files")
  func write() throws {
    let path = try folder.put("settings", [1, 2, 3])
    try folder.put("settings.partial", [UInt8](repeating: 9, count: 1_000))
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    try FileAccess.write(bytes, to: path)
    #expect(folder.bytes("settings") == bytes)
    #expect(try folder.names() == ["settings"])
    try FileAccess.write([], to: path)
    #expect(folder.bytes("settings") == [])
  }

  @Test("A failed write is an error and changes nothing")
  func writeErrors() throws {
    let missing = folder.path("none/settings")
    #expect(
      throws: FileAccessError(path: missing + ".partial", operation: .create, reason: .missing)
    ) { try FileAccess.write([1], to: missing) }
    #expect(throws: FileAccessError(path: folder.path, operation: .create, reason: .folder)) {
      try FileAccess.write([1], to: folder.path)
    }
    #expect(throws: FileAccessError(path: "", operation: .create, reason: .invalidPath)) {
      try FileAccess.write([1], to: "")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
    #expect(try folder.names() == [])
  }

  @Test("Of concurrent writers each writes a complete file, and one remains")
  func concurrentWriters() async throws {
    let path = folder.path("settings")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try FileAccess.write([UInt8](repeating: UInt8(number), count: 5_000), to: path)
        }
      }
      try await group.waitForAll()
    }
    let bytes = try #require(folder.bytes("settings"))
    #expect(bytes.count == 5_000 && Set(bytes).count == 1)
    #expect(try folder.names() == ["settings"])
  }

  @Test(
    "Only accessed pages of a mapped file are resident",
    .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/smaps"), "needs /proc"))
  func pagesTouched() throws {
    let path = try folder.put("large", [1])
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 120_000_000)
    try file.close()
    let storage = try FileAccess.map(path: path)
    #expect(storage.bytes.count == 120_000_000)
    var sum = 0
    for offset in stride(from: 0, to: storage.bytes.count, by: storage.bytes.count / 20) {
      sum &+= Int(storage.bytes[offset])
    }
    // Linux maps at most 64 KiB of cached pages around each of these 21 accesses.
    let resident = try withExtendedLifetime(storage) {
      try residentKilobytes(mapping: path)
    }
    #expect(resident > 0 && resident <= 21 * 64, "\(resident) KiB resident")
    #expect(sum == 1)
  }

  /// Returns the resident size of one file's mappings, as reported by the kernel.
  private func residentKilobytes(mapping path: String) throws -> Int {
    // Foundation reads only the beginning of files whose size is reported as 0.
    let bytes = try FileAccess.read(path: "/proc/self/smaps", limit: 1 << 26)
    let text = String(decoding: bytes, as: UTF8.self)
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    var isWithin = false
    var total = 0
    for line in text.split(separator: "\n") {
      if line.contains("-"), line.contains(" r") { isWithin = line.hasSuffix(real) }
      if isWithin, line.hasPrefix("Rss:") {
        total += line.split(separator: " ").compactMap { Int($0) }.first ?? 0
      }
    }
    return total
  }
}
