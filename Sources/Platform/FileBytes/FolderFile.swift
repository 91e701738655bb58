#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file found in a folder.
public struct FolderFile: Hashable, Sendable {
  /// The folder's path, a slash, and the name.
  public var path: String
  /// The name within the folder.
  public var name: String
  /// How many bytes it has.
  public var byteCount: Int
}

extension FileAccess {
  /// The files directly within `folder`, by name (in Unicode order, whatever the language).
  ///
  /// Symbolic links stand for what they point to. Left out: folders, devices, links to nothing, and
  /// names that are not UTF-8, which no path here could spell.
  public static func files(in folder: String) throws(FileError) -> [FolderFile] {
    guard isValid(folder) else {
      throw FileError(path: folder, operation: .list, reason: .invalidPath)
    }
    guard let stream = opendir(folder) else {
      throw FileError(path: folder, operation: .list, code: errno)
    }
    defer { closedir(stream) }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    var files: [FolderFile] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { break }
        throw FileError(path: folder, operation: .list, code: errno)
      }
      guard let name = name(of: entry) else { continue }
      var status = stat()
      guard stat(prefix + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(
        FolderFile(path: prefix + name, name: name, byteCount: Int(clamping: status.st_size)))
    }
    return files.sorted { $0.name < $1.name }
  }

  /// The name is read in place: the record may be shorter than the type says it is.
  static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
    let start = UnsafeRawPointer(entry) + offset
    return String(validatingCString: start.assumingMemoryBound(to: CChar.self))
  }

  /// The path without links, `.` and `..`: the same for two ways to one file. Nil where there is
  /// no such file.
  public static func resolved(_ path: String) -> String? {
    guard isValid(path), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// True where there is a folder, or a link to one, at `path`.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return isValid(path) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder, and those it lies in, for this user alone, or for whom this user's new files are;
  /// nothing happens where it is there.
  public static func makeFolder(_ path: String, isPrivate: Bool = true) throws(FileError) {
    guard isValid(path) else {
      throw FileError(path: path, operation: .create, reason: .invalidPath)
    }
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, isPrivate ? 0o700 : 0o777) != 0 && errno != EEXIST && errno != EISDIR {
        throw FileError(path: part, operation: .create, code: errno)
      }
    }
  }
}
