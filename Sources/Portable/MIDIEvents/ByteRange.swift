/// A range of bytes in a file.
package struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  /// The offset from the start of the file.
  package let offset: Int
  /// The number of bytes.
  package let count: Int

  /// Creates a range.
  @inlinable package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }

  /// The range of offsets.
  @inlinable package var range: Range<Int> { offset..<offset + count }
}
