/// The records of a chunk that starts with a header size and a record count (‘ptbl’, ‘art1’,
/// ‘art2’).
struct DLSTable {
  /// The offset of the first record in the chunk.
  let start: Int
  /// The number of records.
  let count: Int

  /// Validates that all records are within the chunk's `bytes`.
  init(
    _ chunk: RIFFChunk, _ bytes: UnsafeRawBufferPointer, recordSize: Int
  ) throws(InstrumentFileError) {
    guard let size = bytes.uint32(at: 0), let declared = bytes.uint32(at: 4) else {
      throw chunk.error(.truncated(needed: 8, available: bytes.count))
    }
    // Tolerates writers that declare a header of less than 8 bytes.
    let headerSize = max(size, 8)
    let needed = UInt64(headerSize) + UInt64(declared) * UInt64(recordSize)
    guard needed <= UInt64(bytes.count) else {
      throw chunk.error(.truncated(needed: Int(clamping: needed), available: bytes.count))
    }
    start = Int(headerSize)
    count = Int(declared)
  }
}
