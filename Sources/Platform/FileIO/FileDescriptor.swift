import PeachInstrumentModel
import PeachPOSIX

/// An open file, which is closed at the end of this value's lifetime.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32
  let path: String

  init(_ path: String, flags: Int32, operation: FileAccessError.Operation) throws(FileAccessError) {
    try FileAccessError.checkPath(path, operation)
    var result: Int32
    repeat {
      result = open(path, flags | O_CLOEXEC, 0o666 as mode_t)
    } while result < 0 && errno == EINTR
    guard result >= 0 else { throw FileAccessError(path: path, operation: operation, code: errno) }
    number = result
    self.path = path
  }

  /// Duplicates an open descriptor. `path` is its name in errors.
  init(duplicating number: Int32, path: String) throws(FileAccessError) {
    let result = dup(number)
    guard result >= 0 else { throw FileAccessError(path: path, operation: .open, code: errno) }
    self.number = result
    self.path = path
  }

  /// Opens a regular file for reading. Does not block, and throws if `path` is not a regular file.
  static func reading(_ path: String) throws(FileAccessError) -> FileDescriptor {
    try regular(path)
  }

  /// Opens a regular file or a pipe for reading. Waits until another program writes to a pipe.
  static func readingPipe(_ path: String) throws(FileAccessError) -> FileDescriptor {
    guard FileAccess.isPipe(path) else { return try regular(path) }
    return try FileDescriptor(path, flags: O_RDONLY, operation: .open)
  }

  private static func regular(_ path: String) throws(FileAccessError) -> FileDescriptor {
    let file = try FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK, operation: .open)
    switch try file.status().st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw FileAccessError(path: path, operation: .open, reason: .folder)
    default: throw FileAccessError(path: path, operation: .open, reason: .notRegular)
    }
  }

  deinit { close(number) }

  func status() throws(FileAccessError) -> stat {
    var result = stat()
    try FileAccessError.check(fstat(number, &result), .examine, path)
    return result
  }

  /// Returns whether `path` still refers to this file.
  func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard let status = try? status(), lstat(path, &named) == 0 else { return false }
    return named.st_ino == status.st_ino && named.st_dev == status.st_dev
  }

  /// Locks the file exclusively. The lock is released with the descriptor, even if the process is
  /// killed. If another process holds it, waits for it, or throws `.inUse`.
  ///
  /// A child process shares the locks of its parent from its start until it runs its program:
  /// `.inUse` is thrown only after half a second, in which such a process releases them.
  func lock(waits: Bool) throws(FileAccessError) {
    var attempts = 500
    while flock(number, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      if errno == EINTR { continue }
      attempts -= 1
      guard errno == EWOULDBLOCK, attempts > 0 else {
        throw FileAccessError(path: path, operation: .create, code: errno)
      }
      usleep(1000)
    }
  }

  /// Writes `bytes` at the current position.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileAccessError) {
    try writeAll(bytes) { systemWrite(number, $0, $1) }
  }

  /// Writes `bytes` at `offset`, without a change of the current position.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileAccessError) {
    var position = off_t(offset)
    try writeAll(bytes) {
      let count = pwrite(number, $0, $1, position)
      position += off_t(max(count, 0))
      return count
    }
  }

  /// Writes the first `count` of `bytes` at `offset`; `nil` for the current position.
  func write(_ bytes: [UInt8], count: Int, at offset: Int? = nil) throws(FileAccessError) {
    // `withUnsafeBytes` does not support typed throws, so that the closure returns the error.
    let failure: FileAccessError? = bytes.withUnsafeBytes { buffer in
      let segment = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      do throws(FileAccessError) {
        if let offset { try write(segment, at: offset) } else { try write(segment) }
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  /// Returns the bytes from `offset` on, fewer than `limit` at the end of the file.
  func read(at offset: Int, limit: Int) throws(FileAccessError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      filled = 0
      while filled < limit {
        let count = pread(
          number, buffer.baseAddress.map { $0 + filled }, limit - filled, off_t(offset + filled))
        if count < 0 && errno == EINTR { continue }
        if count < 0 { code = errno }
        if count <= 0 { return }
        filled += count
      }
    }
    if code != 0 { throw FileAccessError(path: path, operation: .read, code: code) }
    return bytes
  }

  func seek(to offset: Int) throws(FileAccessError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else {
      throw FileAccessError(path: path, operation: .write, code: errno)
    }
  }

  /// Writes the file's data to the storage device, as `fsync` does. Returns its result.
  func synchronize() -> Int32 {
    #if canImport(Darwin)
      // `fsync` leaves the data in the device's cache (fsync(2)). Some file systems have only that.
      if fcntl(number, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(number)
  }

  private func writeAll(
    _ bytes: UnsafeRawBufferPointer, _ call: (UnsafeRawPointer, Int) -> Int
  ) throws(FileAccessError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = call(start + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count < 0 && errno != EINTR {
        throw FileAccessError(path: path, operation: .write, code: errno)
      }
    }
  }
}

// Outside the type, where `write` is the C function.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(number, bytes, count)
}

extension FileIdentity {
  init(_ status: stat) {
    #if canImport(Darwin)
      let times = (status.st_mtimespec, status.st_ctimespec)
    #else
      let times = (status.st_mtim, status.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino),
      byteCount: UInt64(truncatingIfNeeded: status.st_size),
      modifiedNanoseconds: nanoseconds(times.0), changedNanoseconds: nanoseconds(times.1))
  }
}
