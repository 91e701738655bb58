/// A report of the song player.
package enum SongReport: Equatable, Sendable {
  /// A song was loaded; channels that it uses are bits.
  case loaded(name: String, seconds: Double, channels: UInt16)
  /// The instrument of a channel.
  case channel(UInt8, name: String)
  /// The position at the song's own tempo.
  case position(seconds: Double, isPlaying: Bool, voiceCount: Int)
  /// Some notes of the song, of one channel: key, start and end in seconds.
  case notes(channel: UInt8, [SongNote])
  /// The starts of the bars, in seconds; after all notes.
  case bars([Double])
  /// A lyric or a marker and its time.
  case text(seconds: Double, String)
  /// The completed fraction of a rendering, 0…1.
  case rendering(fraction: Double)
  /// A rendering has ended; its file has this name. `nil` if there is none.
  case rendered(name: String?)

  /// The line of text that ``init(line:)`` parses to the same report.
  package var line: String {
    let song = TabbedLine("song")
    switch self {
    case .loaded(let name, let seconds, let channels):
      return song.and("loaded").and(name).and(seconds).and(Int(channels)).text
    case .channel(let channel, let name):
      return song.and("channel").and(Int(channel)).and(name).text
    case .position(let seconds, let isPlaying, let voiceCount):
      return song.and("position").and(seconds).and(isPlaying ? 1 : 0).and(voiceCount).text
    case .notes(let channel, let notes):
      let numbers = notes.map { $0.text }
      return song.and("notes").and(Int(channel)).and(numbers.joined(separator: " ")).text
    case .bars(let seconds):
      return song.and("bars").and(seconds.map { "\($0)" }.joined(separator: " ")).text
    case .text(let seconds, let text): return song.and("text").and(seconds).and(text).text
    case .rendering(let fraction): return song.and("rendering").and(fraction).text
    case .rendered(let name?): return song.and("rendered").and(name).text
    case .rendered(nil): return song.and("rendered").text
    }
  }

  /// Returns `nil` if the line is not a report of the song player.
  package init?(line: String) {
    var fields = TabbedFields(line)
    guard fields.text() == "song" else { return nil }
    switch fields.text() {
    case "loaded"?:
      guard let name = fields.text(), let seconds = fields.number(),
        let channels = fields.integer().flatMap({ UInt16(exactly: $0) })
      else { return nil }
      self = .loaded(name: name, seconds: seconds, channels: channels)
    case "channel"?:
      guard let channel = fields.byte(), channel < 16, let name = fields.text() else { return nil }
      self = .channel(channel, name: name)
    case "position"?:
      guard let seconds = fields.number(), let isPlaying = fields.integer(),
        let count = fields.integer()
      else { return nil }
      self = .position(seconds: seconds, isPlaying: isPlaying != 0, voiceCount: count)
    case "notes"?:
      guard let channel = fields.byte(), channel < 16, let numbers = fields.numbers(),
        let notes = SongNote.notes(numbers)
      else { return nil }
      self = .notes(channel: channel, notes)
    case "bars"?:
      guard let seconds = fields.numbers() else { return nil }
      self = .bars(seconds)
    case "text"?:
      guard let seconds = fields.number(), let text = fields.text() else { return nil }
      self = .text(seconds: seconds, text)
    case "rendering"?:
      guard let fraction = fields.number() else { return nil }
      self = .rendering(fraction: fraction)
    case "rendered"?: self = .rendered(name: fields.text())
    default: return nil
    }
  }
}
