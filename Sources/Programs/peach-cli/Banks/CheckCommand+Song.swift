import PeachServices

extension CheckCommand {
  /// The number of texts that JSON lists.
  private static let textLimit = 10_000

  /// The part of a file by which it is recognized as a song.
  private static let headBytes = 64

  /// Checks a song: prints its format, contents and warnings. Returns `false` for another file.
  static func checkSong(at path: String, _ arguments: Arguments) throws -> Bool {
    guard let storage = try? FileAccess.map(path: path),
      MIDIFile.isSong(Array(storage.bytes.prefix(headBytes)))
    else { return false }
    let file = try MIDIFile.song(at: path)
    let warnings = file.song.warnings.map { "\($0)" }
    let outline = SongOutline(file.song)
    let channels = outline.channels.channels.map { file.song.name(ofChannel: $0) }
    if arguments.has("json") {
      try Console.print(
        json: [
          "path": path, "result": warnings.isEmpty ? "clean" : "warnings",
          "format": file.formatName, "songs": file.songCount,
          "title": file.song.title, "seconds": file.song.duration.seconds, "channels": channels,
          "texts": outline.texts.prefix(textLimit).map {
            ["seconds": $0.seconds, "kind": $0.kind.name, "text": $0.text] as JSON
          },
          "warnings": warnings,
        ] as JSON)
    } else {
      for warning in warnings { Console.print("warning: \(warning)") }
      let several = file.songCount > 1 ? ", the first of \(file.songCount) songs" : ""
      let list = channels.isEmpty ? "no notes" : "channels \(channels.joined(separator: ", "))"
      Console.info(
        "\(path): \(file.formatName)\(several), \(file.song.duration.seconds.decimals(2)) s, "
          + "\(list), \(Console.count(warnings.count, "warning"))")
    }
    if !warnings.isEmpty { throw CommandExit(status: ExitStatus.warnings) }
    return true
  }
}

extension MetaEvent.TextKind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .copyright: "copyright"
    case .trackName: "track"
    case .instrumentName: "instrument"
    case .lyric: "lyric"
    case .marker: "marker"
    case .cuePoint: "cue"
    case .programName: "program"
    case .deviceName: "device"
    default: "other"
    }
  }
}
