/// A request to the song player.
package enum SongMessage: Equatable, Sendable {
  case play, pause
  /// Continue at a time of the song at its own tempo.
  case seek(seconds: Double)
  /// The tempo as a factor of the file's.
  case tempo(factor: Double)
  case transpose(semitones: Int)
  /// Bit n mutes channel n + 1.
  case mute(channels: UInt16)
  case loop(seconds: Range<Double>?)
  /// Render the song to a file, with the present settings.
  case render(SongFileFormat)
  case cancelRendering

  /// The line of text that ``init(line:)`` parses to the same message.
  package var line: String {
    let song = TabbedLine("song")
    switch self {
    case .play: return song.and("play").text
    case .pause: return song.and("pause").text
    case .seek(let seconds): return song.and("seek").and(seconds).text
    case .tempo(let factor): return song.and("tempo").and(factor).text
    case .transpose(let semitones): return song.and("transpose").and(semitones).text
    case .mute(let channels): return song.and("mute").and(Int(channels)).text
    case .loop(let seconds?):
      return song.and("loop").and(seconds.lowerBound).and(seconds.upperBound).text
    case .loop(nil): return song.and("loop").text
    case .render(let format): return song.and("render").and(format.rawValue).text
    case .cancelRendering: return song.and("cancel").text
    }
  }

  /// Returns `nil` if the line is not a request to the song player.
  package init?(line: String) {
    var fields = TabbedFields(line)
    guard fields.text() == "song" else { return nil }
    switch fields.text() {
    case "play"?: self = .play
    case "pause"?: self = .pause
    case "seek"?:
      guard let seconds = fields.number() else { return nil }
      self = .seek(seconds: seconds)
    case "tempo"?:
      guard let factor = fields.number() else { return nil }
      self = .tempo(factor: factor)
    case "transpose"?:
      guard let semitones = fields.integer() else { return nil }
      self = .transpose(semitones: semitones)
    case "mute"?:
      guard let channels = fields.integer().flatMap({ UInt16(exactly: $0) }) else { return nil }
      self = .mute(channels: channels)
    case "loop"?:
      guard let start = fields.number() else {
        self = .loop(seconds: nil)
        return
      }
      guard let end = fields.number(), end > start else { return nil }
      self = .loop(seconds: start..<end)
    case "render"?:
      guard let format = fields.text().flatMap({ SongFileFormat(rawValue: $0) }) else { return nil }
      self = .render(format)
    case "cancel"?: self = .cancelRendering
    default: return nil
    }
  }
}

/// A format of audio files, by its file name extension.
package enum SongFileFormat: String, Hashable, Sendable, CaseIterable {
  case wav, flac

  package var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    }
  }
}
