import PeachPOSIX

/// A file that is written as `<name>.partial` and renamed when it is complete. Until `commit`, the
/// file at the final path is unchanged. Without `commit`, the partial file is removed at the end of
/// this value's lifetime. A crashed program's partial file is overwritten.
package struct PartialFile: ~Copyable, Sendable {
  /// The behavior if another program is writing the same file.
  package enum ConflictPolicy { case wait, fail }

  /// The failure that the file survives once `commit` has returned: a crash of the program, or a
  /// power failure.
  package enum Durability { case ordinary, durable }

  let descriptor: FileDescriptor
  /// The number of the descriptor, for C libraries. It stays open as long as this value.
  package var number: Int32 { descriptor.number }
  private let path: String
  private var isCommitted = false

  package init(for path: String, onConflict policy: ConflictPolicy) throws(FileAccessError) {
    try FileAccessError.checkPath(path, .create)
    try Self.checkReplaceable(path)
    descriptor = try Self.claim(path + ".partial", policy)
    self.path = path
  }

  /// Throws unless `path` is a file, a link or free. A rename by root could replace `/dev/null`.
  private static func checkReplaceable(_ path: String) throws(FileAccessError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: return
    case S_IFDIR: throw FileAccessError(path: path, operation: .create, reason: .folder)
    default: throw FileAccessError(path: path, operation: .create, reason: .notRegular)
    }
  }

  /// Opens and truncates the partial file under an exclusive lock.
  private static func claim(
    _ partial: String, _ policy: ConflictPolicy
  ) throws(FileAccessError) -> FileDescriptor {
    while true {
      let file = try FileDescriptor(
        partial, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, operation: .create)
      try file.lock(waits: policy == .wait)
      // The previous owner may have renamed the file after it was opened here: then try again.
      guard try file.status().st_mode & S_IFMT == S_IFREG else {
        throw FileAccessError(path: partial, operation: .create, reason: .notRegular)
      }
      guard file.isNamed(partial) else { continue }
      try FileAccessError.check(ftruncate(file.number, 0), .create, partial)
      return file
    }
  }

  deinit {
    // The lock is still held, so that the file belongs to this process.
    if !isCommitted { unlink(descriptor.path) }
  }

  /// Whether a file exists at the final path. No other `PartialFile` can create one.
  var destinationExists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Replaces the contents from the start on, in chunks of a megabyte.
  ///
  /// - Parameter change: Returns new contents for the start of a chunk, of the same length. The
  ///   bytes after them start the next chunk; none ends the change.
  package func rewrite(_ change: ([UInt8]) -> [UInt8]) throws(FileAccessError) {
    var offset = 0
    while true {
      let changed = change(try descriptor.read(at: offset, limit: 1 << 20))
      if changed.isEmpty { return }
      try descriptor.write(changed, count: changed.count, at: offset)
      offset += changed.count
    }
  }

  /// Renames the file to its final path. Replaces an existing file.
  package consuming func commit(_ durability: Durability) throws(FileAccessError) {
    if durability == .durable {
      try FileAccessError.check(descriptor.synchronize(), .write, descriptor.path)
    }
    try FileAccessError.check(rename(descriptor.path, path), .rename, path)
    isCommitted = true
    if durability == .durable { try Self.synchronizeFolder(of: path) }
  }

  /// Makes a rename or a removal survive a power failure.
  static func synchronizeFolder(of path: String) throws(FileAccessError) {
    let descriptor = try FileDescriptor(
      FileAccess.folder(of: path), flags: O_RDONLY | O_DIRECTORY, operation: .open)
    guard descriptor.synchronize() != 0 else { return }
    // Some file systems do not support this for folders; the file itself is already durable.
    let code = errno
    if code == EINVAL || code == ENOTSUP || code == EROFS { return }
    throw FileAccessError(path: descriptor.path, operation: .write, code: code)
  }
}
