/// A report of the song player.
package enum SongReport: Equatable, Sendable {
  /// A song was loaded; channels that it uses are bits.
  case loaded(name: String, seconds: Double, channels: UInt16)
  /// The position at the song's own tempo.
  case position(seconds: Double, isPlaying: Bool, voiceCount: Int)
  /// A text of the song: a lyric, a marker or a name.
  case text(String)

  /// The line of text that ``init(line:)`` parses to the same report.
  package var line: String {
    let song = TabbedLine("song")
    switch self {
    case .loaded(let name, let seconds, let channels):
      return song.and("loaded").and(name).and(seconds).and(Int(channels)).text
    case .position(let seconds, let isPlaying, let voiceCount):
      return song.and("position").and(seconds).and(isPlaying ? 1 : 0).and(voiceCount).text
    case .text(let text): return song.and("text").and(text).text
    }
  }

  /// Returns `nil` if the line is not a report of the song player.
  package init?(line: some StringProtocol) {
    var fields = TabbedFields(line)
    guard fields.text() == "song" else { return nil }
    switch fields.text() {
    case "loaded"?:
      guard let name = fields.text(), let seconds = fields.number(),
        let channels = fields.integer().flatMap({ UInt16(exactly: $0) })
      else { return nil }
      self = .loaded(name: name, seconds: seconds, channels: channels)
    case "position"?:
      guard let seconds = fields.number(), let isPlaying = fields.integer(),
        let count = fields.integer()
      else { return nil }
      self = .position(seconds: seconds, isPlaying: isPlaying != 0, voiceCount: count)
    case "text"?:
      guard let text = fields.text() else { return nil }
      self = .text(text)
    default: return nil
    }
  }
}
