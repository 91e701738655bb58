/// Writes a file incrementally. Until `finish()`, the data is in `<path>.partial`, which is removed
/// if the writer is destroyed first. A second writer of the same path throws. Small writes are
/// buffered. Use on one thread at a time.
package struct FileWriter: ~Copyable, Sendable {
  /// The buffer size. Longer writes are not buffered.
  private static var bufferSize: Int { 1 << 16 }

  package private(set) var byteCount = 0
  private let file: PartialFile
  private var buffer: [UInt8] = []

  /// Creates a file in an existing folder.
  package init(path: String) throws(FileAccessError) {
    file = try PartialFile(for: path, onConflict: .fail)
    buffer.reserveCapacity(Self.bufferSize)
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileAccessError) {
    byteCount += bytes.count
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try file.descriptor.write(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Completes the file durably, and moves it to its path. Replaces an existing file.
  package consuming func finish() throws(FileAccessError) {
    try flush()
    try file.commit(.durable)
  }

  /// Writes the buffered data to the partial file, so that a lack of space is known before
  /// ``finish()``.
  package mutating func flush() throws(FileAccessError) {
    try file.descriptor.write(buffer, count: buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}
