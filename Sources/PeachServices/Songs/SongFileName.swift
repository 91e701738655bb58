/// The names of files that are songs. The content of a file decides its format.
package enum SongFileName {
  private static let extensions = [
    ".mid", ".midi", ".kar", ".rmi", ".xmi", ".mus", ".hmi", ".hmp", ".rcp", ".r36",
    ".midi2",
  ]
  private static let compressed = ".gz"

  /// Whether a file of this name in a folder is a song.
  package static func isSong(_ path: String) -> Bool { songExtension(of: path) != nil }

  /// Whether a file of this name may be a compressed song.
  package static func isCompressed(_ path: String) -> Bool {
    path.lowercased().hasSuffix(compressed)
  }

  /// Returns a path without the extension of a song, such as `.mid` or `.mid.gz`.
  static func withoutExtension(_ path: String) -> Substring {
    path.dropLast(songExtension(of: path)?.utf8.count ?? (isCompressed(path) ? 3 : 0))
  }

  private static func songExtension(of path: String) -> String? {
    let name = path.lowercased()
    return extensions.flatMap { [$0, $0 + compressed] }.first { name.hasSuffix($0) }
  }
}
