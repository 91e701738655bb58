/// Reads integers at unaligned offsets.
extension UnsafeRawBufferPointer {
  /// Returns a little-endian integer, or `nil` if it exceeds the buffer.
  func uint16(at offset: Int) -> UInt16? { integer(at: offset) }
  func uint32(at offset: Int) -> UInt32? { integer(at: offset) }

  private func integer<Integer: FixedWidthInteger>(at offset: Int) -> Integer? {
    let isInside = offset >= 0 && offset <= count - MemoryLayout<Integer>.size
    return isInside ? integer(validOffset: offset) : nil
  }

  /// Returns a little-endian integer at an offset that the caller has validated.
  func integer<Integer: FixedWidthInteger>(validOffset offset: Int) -> Integer {
    Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// Returns an unsigned integer of up to 8 bytes, or 0 if it exceeds the buffer.
  func unsigned(_ offset: Int, _ byteCount: Int, isBigEndian: Bool) -> UInt64 {
    guard offset >= 0, offset <= count - byteCount else { return 0 }
    return (0..<byteCount).reduce(0) { value, index in
      value << 8 | UInt64(self[offset + (isBigEndian ? index : byteCount - 1 - index)])
    }
  }

  /// Returns an unsigned integer, clamped to `Int`, or 0 if it exceeds the buffer.
  func integer(_ offset: Int, _ byteCount: Int, isBigEndian: Bool) -> Int {
    Int(clamping: unsigned(offset, byteCount, isBigEndian: isBigEndian))
  }

  /// Returns a four-character code, of zero bytes if it exceeds the buffer.
  func fourCharacterCode(at offset: Int) -> FourCharacterCode {
    FourCharacterCode(rawValue: uint32(at: offset) ?? 0)
  }

  /// Returns the bytes within `range`, clamped to the buffer.
  func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.clamped(to: 0..<count)])
  }
}
