extension [UInt8] {
  func starts(at offset: Int, with name: StaticString) -> Bool {
    guard offset >= 0 && count - offset >= name.utf8CodeUnitCount else { return false }
    return (0..<name.utf8CodeUnitCount).allSatisfy { self[offset + $0] == name.utf8Start[$0] }
  }

  /// Returns whether a chunk begins at an offset: `MTrk`, or any printable ID whose size fits.
  func isChunk(at offset: Int, end: Int) -> Bool {
    guard end - offset >= 8 else { return false }
    if starts(at: offset, with: "MTrk") { return true }
    return self[offset..<offset + 4].allSatisfy { 0x20...0x7E ~= $0 }
      && bigEndian32(at: offset + 4) <= end - offset - 8
  }

  /// Returns whether a track whose size fits begins at an offset.
  func isTrack(at offset: Int, end: Int) -> Bool {
    end - offset >= 8 && starts(at: offset, with: "MTrk")
      && bigEndian32(at: offset + 4) <= end - offset - 8
  }

  /// Returns the offset of the first track that begins at or after an offset and fits.
  func nextTrack(after offset: Int, end: Int) -> Int? {
    (offset..<end).first { isTrack(at: $0, end: end) }
  }

  /// Reads a big-endian 16-bit integer. The bytes must exist.
  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  /// Reads a big-endian 32-bit integer, clamped to `Int`. The bytes must exist.
  func bigEndian32(at offset: Int) -> Int {
    Int(clamping: UInt32(bigEndian16(at: offset)) << 16 | UInt32(bigEndian16(at: offset + 2)))
  }

  /// Reads a little-endian 16-bit integer. The bytes must exist.
  func littleEndian16(at offset: Int) -> Int { Int(bigEndian16(at: offset).byteSwapped) }

  /// Reads a little-endian 32-bit integer, clamped to `Int`. The bytes must exist.
  func littleEndian32(at offset: Int) -> Int {
    let low = UInt32(bigEndian16(at: offset).byteSwapped)
    return Int(clamping: UInt32(bigEndian16(at: offset + 2).byteSwapped) << 16 | low)
  }
}
