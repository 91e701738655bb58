/// The records of a chunk that begins with the size of its head and a count (‘ptbl’, ‘art1’, ‘art2’).
struct DLSTable {
  /// Where in the chunk the first record is.
  let start: Int
  /// How many there are, all within the chunk.
  let count: Int

  /// Throws where the records do not fit the chunk's `bytes`.
  init(
    _ chunk: RIFFChunk, _ bytes: UnsafeRawBufferPointer, recordSize: Int
  ) throws(InstrumentFileError) {
    guard let size = bytes.uint32(at: 0), let stated = bytes.uint32(at: 4) else {
      throw chunk.error(.truncated(needed: 8, available: bytes.count))
    }
    // A head smaller than its own two numbers is a writer's mistake that can be seen through.
    let head = max(size, 8)
    let needed = UInt64(head) + UInt64(stated) * UInt64(recordSize)
    guard needed <= UInt64(bytes.count) else {
      throw chunk.error(.truncated(needed: Int(clamping: needed), available: bytes.count))
    }
    start = Int(head)
    count = Int(stated)
  }
}
