/// A song to render, and where to.
///
/// ```swift
/// RenderJob(song: "suites/first.mid", folder: "audio").audio  // "audio/first.wav"
/// ```
public struct RenderJob: Hashable, Sendable {
  /// The path of the MIDI file.
  public var song: String
  /// The path of the WAV file.
  public var audio: String

  /// A song and where to.
  public init(song: String, audio: String) {
    self.song = song
    self.audio = audio
  }

  /// A song, and a file of its name in `folder`.
  public init(song: String, folder: String) {
    let name = song.split(separator: "/").last.map { String($0) } ?? song
    self.init(
      song: song, audio: Self.path(Self.audioPath(ofSong: name), in: folder))
  }

  /// The song's path with `.wav` in the place of `.mid`, `.midi`, `.kar` or `.rmi`, whatever their
  /// case; behind any other name.
  public static func audioPath(ofSong path: String) -> String {
    let lowercased = path.lowercased()
    let known = [".mid", ".midi", ".kar", ".rmi"].first { lowercased.hasSuffix($0) }
    return path.dropLast(known?.count ?? 0) + ".wav"
  }

  /// A path in a folder; one from the root stays as it is.
  static func path(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
