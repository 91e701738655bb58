extension FileAccess {
  /// Returns the last component of a path.
  package static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  /// Returns the folder of a path; `.` if the path is a file name only.
  package static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Creates the folder of the file at `path`, and its parents, unless they exist.
  package static func makeFolder(
    ofFileAt path: String, isPrivate: Bool = true
  ) throws(FileError) {
    try makeFolder(folder(of: path), isPrivate: isPrivate)
  }
}
