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
  private let prefetch: (@Sendable (Range<Int>) -> Void)?
  private let forget: (@Sendable (Range<Int>) -> Void)?
  private let release: @Sendable () -> Void

  /// Takes over bytes that stay valid until `release` is called, which happens once, at the end.
  ///
  /// `prefetch` is told of bytes that will be read next, where it takes time to get at them, and
  /// `forget` of those that nobody will read soon, where it matters whether they are kept in memory;
  /// they must come back by themselves when they are read after all.
  public init(
    bytes: UnsafeRawBufferPointer, file: FileIdentity? = nil, path: String? = nil,
    prefetch: (@Sendable (Range<Int>) -> Void)? = nil,
    forget: (@Sendable (Range<Int>) -> Void)? = nil, release: @escaping @Sendable () -> Void
  ) {
    self.bytes = bytes
    self.file = file
    self.path = path
    self.prefetch = prefetch
    self.forget = forget
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

  /// Says that the bytes in `range` will be read next: those of a mapped file are fetched in one go, in
  /// the background, which is several times faster from a cold disk than page by page. What lies
  /// outside is left out; nothing is promised. Any thread but the audio thread.
  public func prefetch(_ range: Range<Int>) { prefetch?(range) }

  /// Says that the bytes in `range` will not be read again soon: those of a mapped file leave this
  /// process's memory, and come back when they are read after all. Any thread but the audio thread.
  public func forget(_ range: Range<Int>) { forget?(range) }

  deinit { release() }
}
