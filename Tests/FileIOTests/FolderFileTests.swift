import Foundation
import PeachFileIO
import TestEnvironment
import Testing

@Suite("Folder listing")
struct FolderFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Files and links to files are sorted by name; folders, pipes and dead links are skipped")
  func listing() throws {
    try folder.put("b.sf2", [1, 2])
    try folder.put("a.sf3", [1])
    try folder.put("é.sf2", [])
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("c"), withIntermediateDirectories: true)
    try folder.put("c/inner", [1, 2, 3])
    mkfifo(folder.path("pipe"), 0o600)
    try manager.createSymbolicLink(
      atPath: folder.path("ab-link"), withDestinationPath: "c/inner")
    try manager.createSymbolicLink(atPath: folder.path("dead"), withDestinationPath: "nowhere")
    try manager.createSymbolicLink(atPath: folder.path("folder-link"), withDestinationPath: "c")
    let files: [FolderFile] = try FileAccess.files(in: folder.path)
    #expect(files.map(\.name) == ["a.sf3", "ab-link", "b.sf2", "é.sf2"])
    #expect(files.map(\.byteCount) == [1, 3, 2, 0])
    #expect(files[2].path == folder.path("b.sf2"))
    #expect(try FileAccess.files(in: folder.path + "/").map(\.path) == files.map(\.path))
  }

  @Test("Names that are not UTF-8 are listed, and their paths open the files")
  func brokenName() throws {
    let bytes: [CChar] = folder.path.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xFF), 0]
    let number = open(bytes, O_CREAT | O_WRONLY, 0o600)
    try #require(number >= 0)
    #expect(write(number, [7], 1) == 1)
    close(number)
    let files: [FolderFile] = try FileAccess.files(in: folder.path)
    #expect(files.map(\.byteCount) == [1])
    #expect(try files.map { try FileAccess.read(path: $0.path, limit: 2) } == [[7]])
  }

  @Test("A path that is not a folder is an error")
  func errors() throws {
    let file = try folder.put("file", [])
    let cases: [(String, FileAccessError.Reason)] = [
      (folder.path("none"), .missing), (file, .notFolder), ("", .invalidPath),
    ]
    for (path, reason) in cases {
      #expect(throws: FileAccessError(path: path, operation: .list, reason: reason)) {
        try FileAccess.files(in: path)
      }
    }
  }
}
