import PeachPOSIX

/// A folder that is filled as `<name>.partial` and renamed when it is complete. Without `commit`,
/// it is removed at the end of this value's lifetime.
/// ``FileAccess/removeAbandonedPartialFolders(in:)`` removes those of killed programs.
package struct PartialFolder: ~Copyable, Sendable {
  static let ending = ".partial"
  static let replacedEnding = ".replaced.partial"

  /// The path of the incomplete folder.
  package let path: String
  private let destination: String
  private let lock: FileDescriptor
  private var isCommitted = false

  /// Creates an empty folder in an existing folder. Throws `.inUse` if another program is creating
  /// the same one.
  package init(for destination: String) throws(FileAccessError) {
    try FileAccessError.checkPath(destination, .create)
    let path = destination + Self.ending
    if mkdir(path, 0o777) != 0 {
      guard errno == EEXIST else {
        throw FileAccessError(path: path, operation: .create, code: errno)
      }
      _ = try Self.locked(path)
      try FileAccess.removeTree(path)
      try FileAccessError.check(mkdir(path, 0o777), .create, path)
    }
    lock = try Self.locked(path)
    self.path = path
    self.destination = destination
  }

  /// Opens a folder under an exclusive lock, which is released even if the process is killed.
  static func locked(_ path: String) throws(FileAccessError) -> FileDescriptor {
    let file = try FileDescriptor(
      path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, operation: .create)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { throw FileAccessError(path: path, operation: .create, code: errno) }
    }
    guard file.isNamed(path) else {
      throw FileAccessError(path: path, operation: .create, reason: .inUse)
    }
    return file
  }

  deinit {
    if !isCommitted { try? FileAccess.removeTree(path) }
  }

  /// Renames the folder to its final path. Throws `.exists` if the path exists, unless `replacing`.
  package consuming func commit(replacing: Bool = false) throws(FileAccessError) {
    let replaced = destination + Self.replacedEnding
    let isReplacing = FileAccess.exists(destination)
    if isReplacing {
      guard replacing else {
        throw FileAccessError(path: destination, operation: .create, reason: .exists)
      }
      if FileAccess.exists(replaced) { try FileAccess.removeTree(replaced) }
      try FileAccessError.check(rename(destination, replaced), .rename, destination)
    }
    if rename(path, destination) != 0 {
      let error = FileAccessError(path: destination, operation: .rename, code: errno)
      if isReplacing { _ = rename(replaced, destination) }
      throw error
    }
    isCommitted = true
    try PartialFile.synchronizeFolder(of: destination)
    if isReplacing { try FileAccess.removeTree(replaced) }
  }
}

extension PartialFolder {
  /// Moves the files to the final path. Replaces those with the same names there, and keeps others.
  package consuming func commitFiles() throws(FileAccessError) {
    guard FileAccess.exists(destination) else { return try commit() }
    for name in try FileAccess.entries(of: path) {
      let file = "\(destination)/\(name)"
      try FileAccessError.check(systemRename("\(path)/\(name)", file), .rename, file)
    }
    try PartialFile.synchronizeFolder(of: "\(destination)/.")
  }
}

extension FileAccess {
  /// Whether a file, a folder or a link exists.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return isValid(path) && lstat(path, &status) == 0
  }

  /// Removes a file, or a folder with its contents. Removes symbolic links, not their targets.
  package static func removeTree(_ path: String) throws(FileAccessError) {
    try FileAccessError.checkPath(path, .remove)
    var status = stat()
    try FileAccessError.check(lstat(path, &status), .remove, path)
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return try FileAccessError.check(unlink(path), .remove, path)
    }
    for name in try entries(of: path) { try removeTree("\(path)/\(name)") }
    try FileAccessError.check(rmdir(path), .remove, path)
  }

  fileprivate static func entries(of folder: String) throws(FileAccessError) -> [String] {
    guard let stream = PathBytes.withBytes(folder, { opendir($0) }) else {
      throw FileAccessError(path: folder, operation: .list, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      if let name = name(of: entry), name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes the partial folders in `folder` that terminated programs left behind. Restores a
  /// folder that was about to be replaced. Ignores errors.
  package static func removeAbandonedPartialFolders(in folder: String) {
    for entry in names(in: folder, limit: .max) ?? [] {
      let path = "\(folder)/\(entry.name)"
      guard entry.isFolder, path.hasSuffix(PartialFolder.ending),
        let lock = try? PartialFolder.locked(path)
      else { continue }
      withExtendedLifetime(lock) {
        let original = String(path.dropLast(PartialFolder.replacedEnding.count))
        if path.hasSuffix(PartialFolder.replacedEnding), !exists(original) {
          _ = systemRename(path, original)
        } else {
          try? removeTree(path)
        }
      }
    }
  }
}

// Outside the type, where `rename` is a method.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
