import PeachInstrumentModel
import PeachPOSIX

package struct FolderFile: Hashable, Sendable {
  /// The path, including the folder.
  package var path: String
  package var name: String
  package var byteCount: Int
  /// The time of the last modification, since 1970.
  package var modifiedNanoseconds: Int64
}

extension FileAccess {
  /// Returns the files in `folder`, without subfolders, sorted by name in Unicode order. Follows
  /// symbolic links. Omits devices and broken links.
  package static func files(in folder: String) throws(FileAccessError) -> [FolderFile] {
    try FileAccessError.checkPath(folder, .list)
    guard let stream = PathBytes.withBytes(folder, { opendir($0) }) else {
      throw FileAccessError(path: folder, operation: .list, code: errno)
    }
    defer { closedir(stream) }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    var files: [FolderFile] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { break }
        throw FileAccessError(path: folder, operation: .list, code: errno)
      }
      guard let name = name(of: entry) else { continue }
      var status = stat()
      guard fileStatus(prefix + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      files.append(
        FolderFile(
          path: prefix + name, name: name, byteCount: Int(clamping: status.st_size),
          modifiedNanoseconds: FileIdentity(status).modifiedNanoseconds))
    }
    return files.sorted { $0.name < $1.name }
  }

  /// Returns an entry's name without copying the record, which may be shorter than its type.
  static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
    let start = UnsafeRawPointer(entry) + offset
    return PathBytes.string(start.assumingMemoryBound(to: CChar.self))
  }

  /// Returns the canonical path, without symbolic links, `.` and `..`; `nil` if it does not exist.
  package static func resolved(_ path: String) -> String? {
    isValid(path) ? canonicalPath(path) : nil
  }

  /// Returns whether `path` is a folder, or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return isValid(path) && fileStatus(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns whether `path` is a pipe, or a link to one, such as `/dev/stdin` or a named pipe.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return isValid(path) && fileStatus(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Creates a folder and its parents, with mode 700 or else 777 less umask, unless they exist.
  package static func makeFolder(_ path: String, isPrivate: Bool = true) throws(FileAccessError) {
    try FileAccessError.checkPath(path, .create)
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let ancestor = String(path[..<end])
      if mkdir(ancestor, isPrivate ? 0o700 : 0o777) != 0 && errno != EEXIST && errno != EISDIR {
        throw FileAccessError(path: ancestor, operation: .create, code: errno)
      }
    }
  }
}
