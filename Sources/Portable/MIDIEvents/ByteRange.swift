/// A run of bytes in a file, by place instead of by copy.
public struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  /// The place of the first byte, from the file's start.
  public let offset: Int
  /// How many there are.
  public let count: Int

  /// So many bytes from a place on.
  @inlinable public init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }

  /// The same as a range of places.
  @inlinable public var range: Range<Int> { offset..<offset + count }
}
