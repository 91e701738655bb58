/// Immutable bytes at a fixed address: a mapped file or memory.
///
/// Banks refer to these bytes without copying them. Any thread may read them.
public final class ByteStorage: @unchecked Sendable {
  // Sendable: the bytes never change, and the pointer is valid until `deinit`.

  /// The bytes, valid during the lifetime of this object.
  public let bytes: UnsafeRawBufferPointer
  /// The identity of the mapped file; `nil` for memory.
  package let file: FileIdentity?
  /// The path from which the file was mapped; `nil` for memory. It may now name another file.
  public let path: String?
  private let prefetch: (@Sendable (Range<Int>) -> Void)?
  private let forget: (@Sendable (Range<Int>) -> Void)?
  private let release: @Sendable () -> Void

  /// Takes ownership of bytes.
  ///
  /// - Parameters:
  ///   - prefetch: Starts reading a range that will be accessed next.
  ///   - forget: Discards the pages of a range. A later access must restore them.
  ///   - release: Frees the bytes. Called once, by `deinit`.
  package init(
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

  /// Copies `bytes`.
  public convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    // Sendable: no other code has the pointer, and it is freed once.
    nonisolated(unsafe) let memory = copy
    self.init(bytes: UnsafeRawBufferPointer(copy), release: { memory.deallocate() })
  }

  /// Starts reading a range of a mapped file in the background. Not for the audio thread.
  ///
  /// For an uncached file, this is several times faster than single page faults.
  public func prefetch(_ range: Range<Int>) { prefetch?(range) }

  /// Discards the pages of a range of a mapped file; a later access reads them again. Not for the
  /// audio thread.
  public func forget(_ range: Range<Int>) { forget?(range) }

  deinit { release() }
}
