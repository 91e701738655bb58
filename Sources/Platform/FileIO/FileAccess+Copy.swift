package import PeachInstrumentModel
import PeachPOSIX

extension FileAccess {
  /// Copies a mapped file to `path` atomically and durably. Waits for other writers of the path.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Cancels the copy by throwing.
  /// - Throws: `FileAccessError`: `.exists` if the path exists, unless `replacing`; `.changed` if
  ///   the source file has been modified since it was mapped.
  package static func copy(
    _ storage: ByteStorage, to path: String, replacing: Bool = false,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let file = try PartialFile(for: path, onConflict: .wait)
    if !replacing && file.destinationExists {
      throw FileAccessError(path: path, operation: .create, reason: .exists)
    }
    let bytes = storage.bytes
    let blockSize = 1 << 22
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      try progress(Double(start) / Double(bytes.count))
      let end = min(start + blockSize, bytes.count)
      try file.descriptor.write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
    if let source = storage.path, let identity = storage.file {
      guard FileIdentity(try FileDescriptor.reading(source).status()) == identity else {
        throw FileAccessError(path: source, operation: .read, reason: .changed)
      }
    }
    try progress(1)
    try file.commit(.durable)
  }

  /// Removes a file durably. Removes a symbolic link, not its target.
  package static func remove(_ path: String) throws(FileAccessError) {
    try FileAccessError.checkPath(path, .remove)
    try FileAccessError.check(unlink(path), .remove, path)
    try PartialFile.synchronizeFolder(of: path)
  }

  /// Removes a file that can be restored, such as one of a cache: a power failure may undo it.
  package static func discard(_ path: String) throws(FileAccessError) {
    try FileAccessError.checkPath(path, .remove)
    try FileAccessError.check(unlink(path), .remove, path)
  }

  /// Removes the `.partial` files in `folder` that terminated writers left behind. Ignores errors.
  package static func removeAbandonedPartialFiles(in folder: String) {
    guard let files = try? files(in: folder) else { return }
    for file in files where file.name.hasSuffix(".partial") {
      guard
        let descriptor = try? FileDescriptor(
          file.path, flags: O_RDWR | O_NOFOLLOW, operation: .open)
      else { continue }
      // An active writer holds the lock.
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 && descriptor.isNamed(file.path) {
        unlink(file.path)
      }
    }
  }

  package static func haveEqualBytes(_ one: ByteStorage, _ other: ByteStorage) -> Bool {
    guard one.bytes.count == other.bytes.count else { return false }
    guard let first = one.bytes.baseAddress, let second = other.bytes.baseAddress else {
      return true
    }
    return memcmp(first, second, one.bytes.count) == 0
  }

  /// Returns the size of a file in bytes; `nil` if it does not exist.
  package static func byteCount(_ path: String) -> Int? {
    guard let file = try? FileDescriptor.reading(path), let status = try? file.status() else {
      return nil
    }
    return Int(clamping: status.st_size)
  }

  /// Renames a file durably, within a file system. Replaces an existing file.
  package static func rename(_ path: String, to other: String) throws(FileAccessError) {
    if !isValid(path) {
      throw FileAccessError(path: other, operation: .rename, reason: .invalidPath)
    }
    try FileAccessError.checkPath(other, .rename)
    let file = try FileDescriptor.reading(path)
    // The data is flushed before the rename, so that the new name never refers to incomplete data.
    try FileAccessError.check(file.synchronize(), .write, path)
    try FileAccessError.check(systemRename(path, other), .rename, other)
    try PartialFile.synchronizeFolder(of: other)
  }
}

// Outside the type, where `rename` is the C function.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
