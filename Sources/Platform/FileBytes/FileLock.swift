#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The sole right to something, held by a lock on a file, until its owner goes or the process ends.
public struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor

  /// The descriptor that holds the lock: a child process that inherits it shares the right.
  public var descriptor: Int32 { file.number }

  /// Takes the lock at `path`, where an empty file is made; `.inUse` where another has it.
  public init(path: String) throws(FileError) {
    let file = try Descriptor(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, operation: .create)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { throw FileError(path: path, operation: .create, code: errno) }
    }
    self.file = file
  }
}
