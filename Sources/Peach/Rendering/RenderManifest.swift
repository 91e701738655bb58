import PeachFileBytes

/// A list of songs to render, as a text file.
///
/// Each line is a song's path, and where to, parted by a tab; without the latter the song goes into
/// a file of its own name. Relative paths of songs are found from where the program runs, those of
/// audio in the folder given. Empty lines, and those that begin with `#`, are nothing. UTF-8.
///
/// ```text
/// # two suites
/// suites/first.mid<tab>one.wav
/// suites/second.mid
/// ```
public struct RenderManifest: Hashable, Sendable {
  /// The most bytes a list may have.
  static let largestFile = 256 << 20

  /// What to render, in the order of the lines.
  public var jobs: [RenderJob] = []

  /// The jobs of a list, with relative audio paths in `folder`.
  ///
  /// Throws ``RenderManifestError`` where a line has more than two parts or an empty one.
  public init(_ text: String, folder: String = "") throws(RenderManifestError) {
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
        throw RenderManifestError(line: number)
      }
      let song = String(parts[0])
      if parts.count == 1 {
        jobs.append(RenderJob(song: song, folder: folder))
      } else {
        jobs.append(RenderJob(song: song, audio: RenderJob.path(String(parts[1]), in: folder)))
      }
    }
  }

  /// The jobs of the list at `path`. Throws `FileError` too.
  public init(contentsOf path: String, folder: String = "") throws {
    let bytes = try FileAccess.read(path: path, limit: Self.largestFile)
    do throws(RenderManifestError) {
      try self.init(String(decoding: bytes, as: UTF8.self), folder: folder)
    } catch {
      throw RenderManifestError(path: path, line: error.line)
    }
  }
}

/// A list of songs with a line that is none.
public struct RenderManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, where it is one.
  public var path: String?
  /// The line, counted from 1.
  public var line: Int

  /// A line that is no song, of a list or a file.
  public init(path: String? = nil, line: Int) {
    self.path = path
    self.line = line
  }

  /// `songs.txt: line 3 is not a song, or a song and where to, parted by a tab`
  public var description: String {
    "\(path.map { "\($0): " } ?? "")line \(line) is not a song, or a song and where to, parted by a "
      + "tab"
  }
}
