import PeachPOSIX
import PeachServices

/// The songs to play, one after another: files, those of folders, and those of playlists.
struct SongQueue {
  private(set) var paths: [String] = []
  /// The index of the current song.
  private(set) var index = 0

  private static let playlistExtensions = [".m3u", ".m3u8"]
  private static let maxPlaylistBytes = 16 << 20

  /// Returns whether an operand of `peach play` is a song, not a pitch.
  static func isSong(_ operand: String) -> Bool {
    operand == StandardStream.name || SongFileName.isSong(operand)
      || SongFileName.isCompressed(operand) || isFile(operand, playlistExtensions)
      || FileAccess.isFolder(operand) || FileAccess.isPipe(operand)
  }

  private static func isFile(_ path: String, _ extensions: [String]) -> Bool {
    extensions.contains { path.lowercased().hasSuffix($0) }
  }

  /// Collects the songs of operands in their order; those of a folder are sorted by name.
  init(_ operands: [String]) throws {
    for operand in operands {
      if FileAccess.isFolder(operand) {
        let songs = try Self.songs(inFolder: operand)
        if songs.isEmpty { throw CommandFailure(reason: "\(operand) contains no MIDI files.") }
        paths += songs
      } else if Self.isFile(operand, Self.playlistExtensions) {
        paths += try Self.songs(ofPlaylist: operand)
      } else {
        paths.append(operand)
      }
    }
    if paths.count(where: { $0 == StandardStream.name }) > 1 {
      throw UsageError(reason: "- may occur only once.")
    }
  }

  /// Returns songs with those of folders instead of the folders.
  static func expandingFolders(_ operands: [String]) throws -> [String] {
    try operands.flatMap { operand in
      guard FileAccess.isFolder(operand) else { return [operand] }
      let songs = try songs(inFolder: operand)
      if songs.isEmpty { throw CommandFailure(reason: "\(operand) contains no MIDI files.") }
      return songs
    }
  }

  /// Returns the MIDI files in a folder, without subfolders, sorted by name.
  static func songs(inFolder folder: String) throws -> [String] {
    try FileAccess.files(in: folder).map(\.path).filter(SongFileName.isSong)
  }

  /// Returns the songs of an M3U playlist: a path per line, relative to the playlist's folder.
  private static func songs(ofPlaylist path: String) throws -> [String] {
    let bytes = try FileAccess.read(path: path, limit: maxPlaylistBytes)
    let folder = FileAccess.folder(of: path)
    var text = PathBytes.string(bytes)
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    let songs = text.split(whereSeparator: \.isNewline)
      .map { line in
        let start = line.drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
      }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    if songs.isEmpty { throw CommandFailure(reason: "\(path) lists no songs.") }
    return songs.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
  }

  var current: String { paths[index] }

  /// Moves by a number of songs. Returns `false` at the ends of the queue.
  mutating func advance(by count: Int) -> Bool {
    guard paths.indices.contains(index + count) else { return false }
    index += count
    return true
  }
}
