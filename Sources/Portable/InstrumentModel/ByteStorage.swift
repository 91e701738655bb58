/// Bytes that stay where they are until the last owner lets go: a mapped file, or memory.
///
/// Instruments point into these bytes instead of copying them. Reading is safe from any thread.
public final class ByteStorage: @unchecked Sendable {
  // Sound: the bytes never change and the pointer is valid until `deinit`.

  /// The bytes; valid while this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// The file they are from; nil for memory.
  public let file: FileIdentity?
  /// The path it was mapped from; nil for memory. Another file may have it by now.
  public let path: String?
  private let release: @Sendable () -> Void

  /// Takes over bytes that stay valid until `release` is called, which happens once, at the end.
  public init(
    bytes: UnsafeRawBufferPointer, file: FileIdentity? = nil, path: String? = nil,
    release: @escaping @Sendable () -> Void
  ) {
    self.bytes = bytes
    self.file = file
    self.path = path
    self.release = release
  }

  /// A copy of `bytes` in memory of its own.
  public convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    // Sound: nobody else has the pointer, and it is freed once.
    nonisolated(unsafe) let memory = copy
    self.init(bytes: UnsafeRawBufferPointer(copy), release: { memory.deallocate() })
  }

  deinit { release() }
}
