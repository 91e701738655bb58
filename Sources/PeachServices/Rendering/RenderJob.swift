import PeachFileIO

/// A song to render, and its audio file.
///
/// ```swift
/// RenderJob(song: "suites/first.mid", folder: "audio").audio  // "audio/first.wav"
/// ```
public struct RenderJob: Hashable, Sendable {
  /// The path of the MIDI file.
  public var song: String
  /// The path of the audio file.
  public var audio: String

  /// Creates a job.
  public init(song: String, audio: String) {
    self.song = song
    self.audio = audio
  }

  /// Creates a job with an audio file of the song's name in `folder`.
  public init(song: String, folder: String, type: AudioFileType = .wav) {
    let name = Self.audioPath(ofSong: FileAccess.fileName(of: song), type: type)
    self.init(song: song, audio: Self.path(name, in: folder))
  }

  /// Returns the song's path with the extension of a type, which replaces that of a song, such as
  /// `.mid`, `.kar`, `.rmi` or `.mid.gz` (case-insensitive).
  public static func audioPath(ofSong path: String, type: AudioFileType = .wav) -> String {
    SongFileName.withoutExtension(path) + ".\(type.rawValue)"
  }

  /// Returns a path relative to a folder; absolute paths are unchanged.
  static func path(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
