import PeachPOSIX

extension FileAccess {
  package static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  /// Returns the folder of a path; `.` if the path is a file name only.
  package static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Creates the folder of the file at `path`, and its parents, unless they exist.
  package static func makeFolder(ofFileAt path: String, isPrivate: Bool = true)
    throws(FileAccessError)
  {
    try makeFolder(folder(of: path), isPrivate: isPrivate)
  }

  /// Returns at most `limit` files and folders in Unicode order; `nil` if the folder cannot be
  /// read. Follows links. Omits devices and broken links.
  package static func names(in folder: String, limit: Int) -> [(name: String, isFolder: Bool)]? {
    guard isValid(folder), let stream = PathBytes.withBytes(folder, { opendir($0) })
    else { return nil }
    defer { closedir(stream) }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    var found: [(name: String, isFolder: Bool)] = []
    while found.count < limit, let entry = readdir(stream) {
      guard let name = name(of: entry), name != ".", name != ".." else { continue }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_REG): found.append((name, false))
      case Int32(DT_DIR): found.append((name, true))
      case Int32(DT_LNK), Int32(DT_UNKNOWN):
        var status = stat()
        guard fileStatus(prefix + name, &status) == 0 else { continue }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFREG || kind == S_IFDIR { found.append((name, kind == S_IFDIR)) }
      default: continue
      }
    }
    return found.sorted { $0.name < $1.name }
  }
}
