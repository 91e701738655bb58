/// Numbers in little-endian bytes at any address, bounds checked.
extension UnsafeRawBufferPointer {
  /// The 16-bit number at `offset`; nil where it is not wholly within the bytes.
  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
    return UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The 32-bit number at `offset`; nil where it is not wholly within the bytes.
  func uint32(at offset: Int) -> UInt32? {
    guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
    return UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The part of these bytes that is within `range`, as a buffer of its own.
  func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.clamped(to: 0..<count)])
  }
}
