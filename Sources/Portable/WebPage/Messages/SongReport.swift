package import PeachMIDIEvents

/// A report of the song player.
package enum SongReport: Equatable, Sendable, Message {
  /// A song was loaded that uses channels.
  case loaded(name: String, seconds: Double, channels: SongChannels)
  /// The instrument of a channel.
  case channel(UInt8, name: String)
  /// The bank that plays the song, and the programs that it does not have, 128 for drums.
  case bank(name: String, replaced: [Double])
  /// The position at the song's own tempo.
  case position(seconds: Double, isPlaying: Bool, voiceCount: Int)
  /// Some notes of the song, of one channel: key, start and end in seconds.
  case notes(channel: UInt8, [SongNote])
  /// The starts of the bars, in seconds; after all notes. None if notes with another tuning follow,
  /// which replace those before.
  case bars([Double])
  /// A marker and its time.
  case text(seconds: Double, String)
  /// A syllable and its time, before the bars. A slash or a backslash ends a line.
  case lyric(seconds: Double, String)
  /// The completed fraction of a rendering, 0…1.
  case rendering(fraction: Double)
  /// A rendering has ended; its file has this name. `nil` if there is none.
  case rendered(name: String?)

  package static let cases = MessageCase<SongReport>.list {
    MessageCase("loaded", SongReport.loaded) {
      if case .loaded(let name, let seconds, let channels) = $0 {
        (name, seconds, channels)
      } else {
        nil
      }
    }
    MessageCase("channel", SongReport.channel) {
      if case .channel(let channel, let name) = $0 { (channel, name) } else { nil }
    }
    MessageCase("bank", SongReport.bank) {
      if case .bank(let name, let replaced) = $0 { (name, replaced) } else { nil }
    }
    MessageCase("position", SongReport.position) {
      if case .position(let seconds, let isPlaying, let count) = $0 {
        (seconds, isPlaying, count)
      } else {
        nil
      }
    }
    MessageCase(
      "notes",
      { (channel: UInt8, numbers: [Double]) in
        guard let notes = SongNote.notes(numbers) else { return nil }
        return .notes(channel: channel, notes)
      },
      fields: {
        guard case .notes(let channel, let notes) = $0 else { return nil }
        return (channel, notes.flatMap { $0.numbers })
      })
    MessageCase("bars", SongReport.bars) {
      if case .bars(let seconds) = $0 { seconds } else { nil }
    }
    MessageCase("text", SongReport.text) {
      if case .text(let seconds, let text) = $0 { (seconds, text) } else { nil }
    }
    MessageCase("lyric", SongReport.lyric) {
      if case .lyric(let seconds, let text) = $0 { (seconds, text) } else { nil }
    }
    MessageCase("rendering", SongReport.rendering) {
      if case .rendering(let fraction) = $0 { fraction } else { nil }
    }
    MessageCase("rendered", SongReport.rendered) {
      if case .rendered(let name) = $0 { .some(name) } else { nil }
    }
  }
}
