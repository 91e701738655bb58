import PeachFileIO
import PeachPOSIX

/// A text file with a list of songs to render. Paths need not be UTF-8.
///
/// Each line has the path of a song and, after a tab, the path of its audio file, which defaults to
/// the song's name. Songs are relative to the current folder, audio files to a given folder. Empty
/// lines and lines that start with `#` are ignored.
///
/// ```text
/// # two suites
/// suites/first.mid<tab>one.wav
/// suites/second.mid
/// ```
public struct RenderManifest: Hashable, Sendable {
  static let maxFileBytes = 256 << 20

  /// The jobs, in the order of the lines.
  public var jobs: [RenderJob] = []

  /// Parses a list, with audio files relative to `folder`. Unlisted audio files have a type.
  ///
  /// - Throws: ``RenderManifestError`` if a line has more than two fields, or an empty one.
  public init(
    _ text: String, folder: String = "", type: AudioFileType = .wav
  ) throws(RenderManifestError) {
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
        throw RenderManifestError(line: number)
      }
      let song = String(parts[0])
      jobs.append(
        parts.count == 1
          ? RenderJob(song: song, folder: folder, type: type)
          : RenderJob(song: song, audio: RenderJob.path(String(parts[1]), in: folder)))
    }
  }

  /// Parses the list at `path`. Throws `FileAccessError` in addition.
  public init(
    contentsOf path: String, folder: String = "", type: AudioFileType = .wav
  ) throws {
    let bytes = try FileAccess.read(path: path, limit: Self.maxFileBytes)
    do throws(RenderManifestError) {
      try self.init(PathBytes.string(bytes), folder: folder, type: type)
    } catch { throw RenderManifestError(path: path, line: error.line) }
  }
}

/// An invalid line of a render manifest.
public struct RenderManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, if any.
  public var path: String?
  /// The line number, counted from 1.
  public var line: Int

  /// Creates the error for a line.
  public init(path: String? = nil, line: Int) {
    self.path = path
    self.line = line
  }

  /// The message.
  public var description: String {
    "\(path.map { "\($0): " } ?? "")Line \(line) is not a song, optionally "
      + "followed by a tab and an output file."
  }
}
