#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An exclusive lock on a file, released at the end of this value's lifetime or of the process.
package struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// The descriptor that holds the lock. A child process that inherits it shares the lock.
  package var descriptor: Int32 { file.number }

  /// Locks the file at `path`, which is created if necessary.
  ///
  /// - Throws: `FileError` with the reason `.inUse` if another process holds the lock.
  package init(path: String) throws(FileError) {
    let file = try FileDescriptor(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, operation: .create)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { throw FileError(path: path, operation: .create, code: errno) }
    }
    self.file = file
  }
}
