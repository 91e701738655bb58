/// A range of a ``ByteStorage``, which it retains.
///
/// Two values are equal if they are the same range of the same storage; bytes are not compared.
public struct StoredBytes: Hashable, Sendable {
  /// The storage.
  public let storage: ByteStorage
  /// The range of bytes within the storage.
  public let range: Range<Int>

  /// Refers to a range of `storage`, which must contain it.
  public init(_ storage: ByteStorage, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= storage.bytes.count,
      "The range exceeds the storage.")
    self.storage = storage
    self.range = range
  }

  /// Copies `bytes`.
  public init(copying bytes: [UInt8]) {
    self.init(ByteStorage(copying: bytes), 0..<bytes.count)
  }

  /// The number of bytes.
  public var count: Int { range.count }

  /// The bytes, valid during the lifetime of the storage.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[range])
  }

  /// Returns the first `count` bytes, or all if there are fewer.
  public func prefix(_ count: Int) -> StoredBytes {
    StoredBytes(storage, range.prefix(max(count, 0)))
  }

  /// Returns whether both are the same range of the same storage.
  public static func == (left: StoredBytes, right: StoredBytes) -> Bool {
    left.storage === right.storage && left.range == right.range
  }

  /// Hashes the identity of the storage and the range.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
    hasher.combine(range.lowerBound)
    hasher.combine(range.upperBound)
  }
}
