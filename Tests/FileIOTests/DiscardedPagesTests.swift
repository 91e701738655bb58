import Foundation
import PeachFileIO
import PeachInstrumentModel
import Testing

@Suite("Discarded pages of mapped files", .serialized)
struct DiscardedPagesTests {
  @Test("Discarded pages are read again unchanged, and others stay")
  func neighbors() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let page = Int(getpagesize())
    for size in [1, page - 1, page, page + 1, 40 * page + 7] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
      try Data(bytes).write(to: URL(filePath: path))
      // Adjacent mappings: anonymous memory between those of the file.
      var storages: [ByteStorage] = []
      var memories: [UnsafeMutableRawPointer] = []
      let length = 32 * page
      for _ in 0..<20 {
        storages.append(try FileAccess.map(path: path))
        let memory = try #require(
          mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        memories.append(memory)
        memset(memory, 0x5A, length)
      }
      for storage in storages {
        storage.forget(0..<size)
        storage.forget(0..<0)
        storage.forget((size / 2)..<(size * 3))
        #expect(storage.bytes.elementsEqual(bytes))
      }
      for memory in memories {
        let own = UnsafeRawBufferPointer(start: memory, count: length)
        #expect(own.allSatisfy { $0 == 0x5A }, "\(size)")
        munmap(memory, length)
      }
    }
  }
}
