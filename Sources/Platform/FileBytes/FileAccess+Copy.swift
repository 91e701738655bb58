public import PeachInstrumentModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileAccess {
  /// Copies a mapped file to `path`, all or nothing: after a kill or a power failure there is a whole
  /// copy or none, and once this returns there is one.
  ///
  /// Throws `FileError`: `.exists` where something has the path already, unless it is to be replaced;
  /// `.changed` where the file it was mapped from is another one by now. Waits for another writer of
  /// the same path. `progress` is told what part is done, 0…1, and ends the copying by an error.
  public static func copy(
    _ storage: ByteStorage, to path: String, replacing: Bool = false,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let file = try PartialFile(for: path, whereInUse: .wait)
    if !replacing && file.nameIsTaken {
      throw FileError(path: path, operation: .create, reason: .exists)
    }
    let bytes = storage.bytes
    let piece = 1 << 22
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try progress(Double(start) / Double(bytes.count))
      let end = min(start + piece, bytes.count)
      try file.descriptor.write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
    if let source = storage.path, let identity = storage.file {
      guard FileIdentity(try Descriptor.reading(source).status()) == identity else {
        throw FileError(path: source, operation: .read, reason: .changed)
      }
    }
    try progress(1)
    try file.commit(.durable)
  }

  /// Removes a file, for good: it stays gone after a power failure. Of a link, only the link.
  public static func remove(_ path: String) throws(FileError) {
    guard isValid(path) else {
      throw FileError(path: path, operation: .remove, reason: .invalidPath)
    }
    guard unlink(path) == 0 else {
      throw FileError(path: path, operation: .remove, code: errno)
    }
    try PartialFile.synchronizeFolder(of: path)
  }

  /// Clears away what killed writers have left in `folder`: files `….partial` that nobody writes.
  /// What cannot be cleared stays, and is no error.
  public static func removeAbandonedPartialFiles(in folder: String) {
    guard let files = try? files(in: folder) else { return }
    for file in files where file.name.hasSuffix(".partial") {
      guard
        let descriptor = try? Descriptor(file.path, flags: O_RDWR | O_NOFOLLOW, operation: .open)
      else { continue }
      // Whoever writes one has it locked.
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 && descriptor.isNamed(file.path) {
        unlink(file.path)
      }
    }
  }

  /// True where two files hold the same bytes.
  public static func holdSameBytes(_ one: ByteStorage, _ other: ByteStorage) -> Bool {
    guard one.bytes.count == other.bytes.count else { return false }
    guard let first = one.bytes.baseAddress, let second = other.bytes.baseAddress else {
      return true
    }
    return memcmp(first, second, one.bytes.count) == 0
  }
}

extension Descriptor {
  /// True where `path` still leads to this very file.
  func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard let own = try? status(), lstat(path, &named) == 0 else { return false }
    return named.st_ino == own.st_ino && named.st_dev == own.st_dev
  }
}

extension FileAccess {
  /// How many bytes a file has; nil where there is no such file.
  public static func byteCount(_ path: String) -> Int? {
    guard let file = try? Descriptor.reading(path), let status = try? file.status() else {
      return nil
    }
    return Int(clamping: status.st_size)
  }

  /// Gives a file of the same file system another path, in the place of any that has it, for good.
  public static func rename(_ path: String, to other: String) throws(FileError) {
    guard isValid(path), isValid(other) else {
      throw FileError(path: other, operation: .rename, reason: .invalidPath)
    }
    let file = try Descriptor.reading(path)
    // First its bytes, then its name: after a power failure a name never stands for less.
    guard fsync(file.number) == 0 else {
      throw FileError(path: path, operation: .write, code: errno)
    }
    guard systemRename(path, other) == 0 else {
      throw FileError(path: other, operation: .rename, code: errno)
    }
    try PartialFile.synchronizeFolder(of: other)
  }
}

// Outside the type, where the name is C's.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
