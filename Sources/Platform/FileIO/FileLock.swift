import PeachPOSIX

/// An exclusive lock on a file, released at the end of this value's lifetime or of the process.
package struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// The descriptor that holds the lock. A child process that inherits it shares the lock.
  package var descriptor: Int32 { file.number }

  /// Locks a file, or creates it. Throws `.inUse` if another process holds the lock.
  package init(path: String) throws(FileAccessError) {
    let file = try FileDescriptor(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, operation: .create)
    try file.lock(waits: false)
    self.file = file
  }
}
