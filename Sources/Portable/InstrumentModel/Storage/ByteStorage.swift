/// Immutable bytes at a fixed address: a mapped file or memory. Banks refer to these bytes without
/// copying them. Any thread may read them.
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

  /// Starts reading a range of a mapped file in the background. Not for the audio thread. For an
  /// uncached file, this is several times faster than single page faults.
  public func prefetch(_ range: Range<Int>) { prefetch?(range) }

  /// Discards the pages of a range of a mapped file; a later access reads them again. Not for the
  /// audio thread.
  public func forget(_ range: Range<Int>) { forget?(range) }

  deinit { release() }
}

/// Identifies a file and its version without reading it. On one machine, files with equal
/// identities have equal contents, unless one was modified at the moment it was opened or the
/// system clock was set back.
package struct FileIdentity: Hashable, Sendable {
  /// The ID of the file system, and the inode number.
  package var device: UInt64
  package var number: UInt64
  package var byteCount: UInt64
  /// The times since 1970 of the last change of the contents, and of the status, which programs
  /// cannot set.
  package var modifiedNanoseconds: Int64
  package var changedNanoseconds: Int64

  package init(
    device: UInt64, number: UInt64, byteCount: UInt64, modifiedNanoseconds: Int64,
    changedNanoseconds: Int64
  ) {
    self.device = device
    self.number = number
    self.byteCount = byteCount
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
  }
}
