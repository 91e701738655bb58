import Foundation
import PeachFileIO
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("Copying and removing files")
struct FileCopyTests {
  let folder: TemporaryFolder
  /// More than one segment of 4 MB.
  static let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 11) }
  private var bytes: [UInt8] { Self.bytes }

  init() throws { folder = try TemporaryFolder() }

  private struct Enough: Error {}

  @Test("A copy has the same bytes, and reports progress")
  func whole() throws {
    let storage = try FileAccess.map(path: folder.put("a", bytes))
    #expect(storage.path == folder.path("a"))
    var parts: [Double] = []
    try FileAccess.copy(storage, to: folder.path("b")) { parts.append($0) }
    #expect(folder.bytes("b") == bytes && parts.first == 0 && parts.last == 1)
    #expect(parts == parts.sorted())
    #expect(FileAccess.byteCount(folder.path("b")) == bytes.count)
    #expect(FileAccess.byteCount(folder.path("c")) == nil)
    #expect(try FileAccess.haveEqualBytes(storage, FileAccess.map(path: folder.path("b"))))
    try folder.put("b", Array(bytes.dropLast()) + [bytes[bytes.count - 1] ^ 1])
    #expect(try !FileAccess.haveEqualBytes(storage, FileAccess.map(path: folder.path("b"))))
  }

  @Test("An existing file stays unless replaced; a canceled copy leaves nothing")
  func taken() throws {
    let storage = try FileAccess.map(path: folder.put("a", bytes))
    try folder.put("b", [1, 2])
    #expect(throws: FileAccessError(path: folder.path("b"), operation: .create, reason: .exists)) {
      try FileAccess.copy(storage, to: folder.path("b"))
    }
    #expect(throws: Enough.self) {
      try FileAccess.copy(storage, to: folder.path("b"), replacing: true) {
        if $0 > 0.4 { throw Enough() }
      }
    }
    #expect(folder.bytes("b") == [1, 2])
    #expect(try folder.names() == ["a", "b"])
    try FileAccess.copy(storage, to: folder.path("b"), replacing: true)
    #expect(folder.bytes("b") == bytes)
  }

  @Test("A file that changes during the copy is an error, and no copy remains")
  func changed() throws {
    let path = try folder.put("a", bytes)
    let storage = try FileAccess.map(path: path)
    #expect(throws: FileAccessError(path: path, operation: .read, reason: .changed)) {
      try FileAccess.copy(storage, to: folder.path("b")) {
        if $0 == 0 {
          let file = try FileHandle(forWritingTo: URL(filePath: path))
          try file.seekToEnd()
          try file.write(contentsOf: Data([9]))
        }
      }
    }
    #expect(try folder.names() == ["a"])
  }

  @Test("Removing a link keeps its target; a missing file is an error")
  func removed() throws {
    try folder.put("a", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a")
    try FileAccess.remove(folder.path("link"))
    #expect(try folder.names() == ["a"])
    #expect(throws: FileAccessError(path: folder.path("x"), operation: .remove, reason: .missing)) {
      try FileAccess.remove(folder.path("x"))
    }
    try FileAccess.rename(folder.path("a"), to: folder.path("b"))
    #expect(folder.bytes("b") == [1] && folder.bytes("a") == nil)
  }

  @Test("Unfinished files of killed writers are removed, active ones are not")
  func abandoned() throws {
    try folder.put("a.sf2.partial", [1])
    try folder.put("b.sf2", [1])
    let writer = try WAVWriter(path: folder.path("c.wav"), sampleRate: 44_100)
    FileAccess.removeAbandonedPartialFiles(in: folder.path)
    #expect(try folder.names() == ["b.sf2", "c.wav.partial"])
    _ = try writer.finish()
    #expect(try folder.names() == ["b.sf2", "c.wav"])
  }
}
