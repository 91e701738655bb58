/// A range of a ``ByteStorage``, which it retains. Two values are equal if they are the same range
/// of the same storage; bytes are not compared.
package struct StoredBytes: Hashable, Sendable {
  package let storage: ByteStorage
  package let range: Range<Int>

  /// Refers to a range of `storage`, which must contain it.
  package init(_ storage: ByteStorage, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= storage.bytes.count,
      "The range exceeds the storage.")
    self.storage = storage
    self.range = range
  }

  package init(copying bytes: [UInt8]) { self.init(ByteStorage(copying: bytes), 0..<bytes.count) }

  package var count: Int { range.count }

  /// The bytes, valid during the lifetime of the storage.
  package var bytes: UnsafeRawBufferPointer { .init(rebasing: storage.bytes[range]) }

  /// Returns the first `count` bytes, or all if there are fewer.
  package func prefix(_ count: Int) -> StoredBytes {
    StoredBytes(storage, range.prefix(max(count, 0)))
  }

  package static func == (left: StoredBytes, right: StoredBytes) -> Bool {
    left.storage === right.storage && left.range == right.range
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
    hasher.combine(range)
  }
}
