#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is being written under `<name>.partial` and gets its name when it is complete.
///
/// Until `commit` nothing is at the final name but what was there before; without `commit` the
/// partial file goes when its owner goes. One left behind by a killed program is overwritten.
struct PartialFile: ~Copyable, Sendable {
  /// What to do where another program is writing the same file.
  enum Rivalry {
    case wait
    case fail
  }

  /// How sure the file is to be there after a power failure.
  enum Durability {
    /// Complete if the program is killed; the system writes it to disk when it likes.
    case ordinary
    /// Complete whatever happens after `commit` has returned.
    case durable
  }

  let descriptor: Descriptor
  private let path: String
  private var isCommitted = false

  init(for path: String, whereInUse rivalry: Rivalry) throws(FileError) {
    guard FileAccess.isValid(path) else {
      throw FileError(path: path, operation: .create, reason: .invalidPath)
    }
    try Self.checkReplaceable(path)
    descriptor = try Self.claim(path + ".partial", rivalry)
    self.path = path
  }

  /// A file, or a link, may be replaced by a rename; a device or a folder may not: who may do anything
  /// would be left without `/dev/null`.
  private static func checkReplaceable(_ path: String) throws(FileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: return
    case S_IFDIR: throw FileError(path: path, operation: .create, reason: .folder)
    default: throw FileError(path: path, operation: .create, reason: .notRegular)
    }
  }

  /// Opens the partial file, empty, with nobody else writing it.
  private static func claim(
    _ partial: String, _ rivalry: Rivalry
  ) throws(FileError) -> Descriptor {
    while true {
      let file = try Descriptor(
        partial, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, operation: .create)
      // Whoever has the lock owns the name. It goes with the descriptor, so a kill frees it.
      while flock(file.number, LOCK_EX | (rivalry == .fail ? LOCK_NB : 0)) != 0 {
        if errno != EINTR { throw FileError(path: partial, operation: .create, code: errno) }
      }
      // The owner before may have renamed it since it was opened; then the name is free again.
      var named = stat()
      let own = try file.status()
      guard own.st_mode & S_IFMT == S_IFREG else {
        throw FileError(path: partial, operation: .create, reason: .notRegular)
      }
      guard lstat(partial, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev
      else { continue }
      guard ftruncate(file.number, 0) == 0 else {
        throw FileError(path: partial, operation: .create, code: errno)
      }
      return file
    }
  }

  deinit {
    // While the lock is still held, so that it cannot be somebody else's.
    if !isCommitted { unlink(descriptor.path) }
  }

  /// True where the final name is another file's already. Nobody else who writes as this type does can
  /// take it until the owner is done.
  var nameIsTaken: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Gives the file its name, in the place of any that has it.
  consuming func commit(_ durability: Durability) throws(FileError) {
    if durability == .durable && fsync(descriptor.number) != 0 {
      throw FileError(path: descriptor.path, operation: .write, code: errno)
    }
    guard rename(descriptor.path, path) == 0 else {
      throw FileError(path: path, operation: .rename, code: errno)
    }
    isCommitted = true
    if durability == .durable { try Self.synchronizeFolder(of: path) }
  }

  /// Makes a new name, or one that is gone, survive a power failure.
  static func synchronizeFolder(of path: String) throws(FileError) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = name.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try Descriptor(folder, flags: O_RDONLY | O_DIRECTORY, operation: .open)
    // Some file systems cannot do this to a folder; the file itself is safe by now.
    fsync(descriptor.number)
  }
}
