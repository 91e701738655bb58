import PeachServices

extension CheckCommand {
  /// The part of a file by which it is recognized as a song.
  private static let headBytes = 64

  /// Checks a song: prints its format, contents and warnings. Returns `false` for another file.
  static func checkSong(at path: String, _ arguments: Arguments) throws -> Bool {
    guard let storage = try? FileAccess.map(path: path),
      MIDIFile.isSong(Array(storage.bytes.prefix(headBytes)))
    else { return false }
    let file = try MIDIFile.song(at: path)
    let warnings = file.song.warnings.map { "\($0)" }
    let channels = SongOutline(file.song).channels.channels.map {
      file.song.name(ofChannel: $0)
    }
    if arguments.has("json") {
      try Console.print(
        json: [
          "path": path, "result": warnings.isEmpty ? "clean" : "warnings",
          "format": file.formatName, "songs": file.songCount,
          "seconds": file.song.duration.seconds, "channels": channels, "warnings": warnings,
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
