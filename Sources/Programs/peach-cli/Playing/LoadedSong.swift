import PeachServices

/// A MIDI file that plays, with its bars and texts.
struct LoadedSong {
  let path: String
  let file: MIDIFile
  /// The format of a song that is not a plain MIDI file.
  let formatName: String?
  /// Whether its loops were to be repeated, and it marks none.
  let lacksLoops: Bool
  let outline: SongOutline
  let durationSeconds: Double
  /// The state of the file on disk; `nil` for standard input.
  let version: FileIdentity?
  /// The lyrics and markers, by time.
  private let texts: [SongOutline.Text]

  /// Loads the song of a file that the options choose, with the loops that they ask for.
  init(_ path: String, _ options: SongOptions) throws {
    self.path = path
    version = Self.version(of: path)
    let song =
      try path == StandardStream.name
      ? MIDIFile.songFromStandardInput(number: options.number)
      : MIDIFile.song(at: path, number: options.number)
    let repeated = try options.loops.flatMap { try song.song.repeatingLoops($0) }
    lacksLoops = options.loops != nil && repeated == nil
    (file, formatName) = (repeated ?? song.song, song.isPlainMIDI ? nil : song.formatName)
    outline = SongOutline(file)
    durationSeconds = file.duration.seconds
    texts = outline.texts.filter { $0.kind == .lyric || $0.kind == .marker }
  }

  static func version(of path: String) -> FileIdentity? {
    path == StandardStream.name ? nil : (try? FileAccess.map(path: path))?.file
  }

  var name: String { FileAccess.fileName(of: path) }

  /// The ports of a song with several, and their channels with notes, such as
  /// `Port 2 (SC-88 B): channels 1, 2, 10`.
  var portLines: [String] {
    guard file.ports.count > 1 else { return [] }
    let channels = outline.channels.channels
    return file.ports.prefix(MIDIFile.maximumPortCount).enumerated().map { index, port in
      let own = channels.filter { Int($0 / 16) == index }.map { "\($0 % 16 + 1)" }
      let name = port.name.map { " (\($0.filter { !$0.isNewline }))" } ?? ""
      let list = own.isEmpty ? "no notes" : "channels \(own.joined(separator: ", "))"
      return "Port \(index + 1)\(name): \(list)"
    }
  }

  /// Returns a warning if no channel with notes is heard.
  func silence(muting muted: SongChannels) -> String? {
    if !(outline.channels & ~muted).isEmpty { return nil }
    let names = outline.channels.channels.map { file.name(ofChannel: $0) }
    return names.isEmpty
      ? "The song has no notes."
      : "The song is silent. Channels with notes: \(names.joined(separator: ", "))."
  }

  /// Returns the lyrics of the current line, or the last marker: the last text up to a time, with
  /// the syllables that precede it on its line.
  func text(atSeconds seconds: Double) -> String {
    guard let last = texts.lastIndex(where: { $0.seconds <= seconds }) else { return "" }
    if texts[last].kind == .marker { return texts[last].text }
    // In lyrics, a carriage return or a line feed ends a line, a slash or a backslash starts one
    // (MIDI RP-017, and the KAR files of Tune 1000).
    var line = ""
    for text in texts[...last].reversed() where text.kind == .lyric {
      let isEnd = text.text.hasSuffix("\r") || text.text.hasSuffix("\n")
      if isEnd && !line.isEmpty { break }
      line = text.text.filter { !$0.isNewline } + line
      if let first = line.first, "/\\".contains(first) { return String(line.dropFirst()) }
    }
    return line
  }
}
