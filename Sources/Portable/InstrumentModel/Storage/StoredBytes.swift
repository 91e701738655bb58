/// A part of some stored bytes, which it keeps: a place in a file, without a copy of it.
///
/// Equal where both are the same part of the same storage; the bytes themselves are not compared.
public struct StoredBytes: Hashable, Sendable {
  /// What the bytes are in.
  public let storage: ByteStorage
  /// Where in the storage they are, within it.
  public let range: Range<Int>

  /// The bytes of `storage` in `range`, which must be within it.
  public init(_ storage: ByteStorage, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= storage.bytes.count,
      "These bytes are not within their storage.")
    self.storage = storage
    self.range = range
  }

  /// A copy of `bytes` in memory of its own.
  public init(copying bytes: [UInt8]) {
    self.init(ByteStorage(copying: bytes), 0..<bytes.count)
  }

  /// How many there are.
  public var count: Int { range.count }

  /// The bytes; valid while the storage lives.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[range])
  }

  /// The first `count` of them, or all where there are not so many.
  public func prefix(_ count: Int) -> StoredBytes {
    StoredBytes(storage, range.prefix(max(count, 0)))
  }

  /// Where both are the same part of the same storage.
  public static func == (left: StoredBytes, right: StoredBytes) -> Bool {
    left.storage === right.storage && left.range == right.range
  }

  /// Feeds the storage's identity and the place in it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
    hasher.combine(range.lowerBound)
    hasher.combine(range.upperBound)
  }
}
