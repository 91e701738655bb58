import Foundation
import PeachFileIO
import TestEnvironment
import Testing

@Suite("Incremental file writing")
struct FileWriterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Segments of any size are written in order, and the file appears at the end")
  func pieces() throws {
    let path = folder.path("a")
    var writer = try FileWriter(path: path)
    var expected: [UInt8] = []
    for (number, count) in [3, 0, 70_000, 1, 65_536, 65_535, 65_535, 200_000, 5].enumerated() {
      let piece = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
      try piece.withUnsafeBytes { try writer.write($0) }
      expected += piece
      #expect(writer.byteCount == expected.count)
    }
    #expect(try folder.names() == ["a.partial"])
    try writer.finish()
    #expect(try folder.names() == ["a"])
    #expect(folder.bytes("a") == expected)
  }

  @Test("A canceled writer keeps the old file; a second writer is refused")
  func givenUp() throws {
    try folder.put("a", [1, 2, 3])
    do {
      var writer = try FileWriter(path: folder.path("a"))
      try [4, 5].withUnsafeBytes { try writer.write($0) }
      #expect(
        throws: FileAccessError(path: folder.path("a.partial"), operation: .create, reason: .inUse)
      ) { try FileWriter(path: folder.path("a")).finish() }
    }
    #expect(try folder.names() == ["a"])
    #expect(folder.bytes("a") == [1, 2, 3])
  }

  @Test("Devices and folders are never replaced; links are")
  func devices() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FileAccessError(path: pipe, operation: .create, reason: .notRegular)) {
      try FileWriter(path: pipe).finish()
    }
    #expect(throws: FileAccessError(path: "/dev/null", operation: .create, reason: .notRegular)) {
      try FileAccess.write([1], to: "/dev/null")
    }
    let path = String(pipe.dropLast(5))
    #expect(throws: FileAccessError(path: path, operation: .create, reason: .folder)) {
      try FileWriter(path: path).finish()
    }
    #expect(symlink("/dev/null", folder.path("link")) == 0)
    try FileAccess.write([1], to: folder.path("link"))
    #expect(folder.bytes("link") == [1])
    #expect(try folder.names() == ["link", "pipe"])
  }
}
