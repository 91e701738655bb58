package import PeachMIDIEvents

/// A request to the song player.
package enum SongMessage: Equatable, Sendable, Message {
  case play, pause
  /// Continue at a time of the song at its own tempo.
  case seek(seconds: Double)
  /// The tempo as a factor of the file's.
  case tempo(factor: Double)
  case transpose(semitones: Int)
  /// Mutes channels, and no others.
  case mute(channels: SongChannels)
  case loop(seconds: Range<Double>?)
  /// Plays with another bank, at the same position.
  case bank(name: String)
  /// Plays what a bank has with it, above the other banks, or no longer.
  case bankAbove(name: String)
  /// Render the song to a file, with the present settings.
  case render(SongFileFormat)
  case cancelRendering
  /// Whether beats click, and whether a bar of them is counted before the song plays.
  case metronome(clicks: Bool, countsIn: Bool)

  package static let cases = MessageCase<SongMessage>.list {
    MessageCase("play", .play)
    MessageCase("pause", .pause)
    MessageCase("seek", SongMessage.seek) {
      if case .seek(let seconds) = $0 { seconds } else { nil }
    }
    MessageCase("tempo", SongMessage.tempo) {
      if case .tempo(let factor) = $0 { factor } else { nil }
    }
    MessageCase("transpose", SongMessage.transpose) {
      if case .transpose(let semitones) = $0 { semitones } else { nil }
    }
    MessageCase("mute", SongMessage.mute) {
      if case .mute(let channels) = $0 { channels } else { nil }
    }
    MessageCase("loop", SongMessage.loop) {
      if case .loop(let seconds) = $0 { .some(seconds) } else { nil }
    }
    MessageCase("bank", SongMessage.bank) {
      if case .bank(let name) = $0 { name } else { nil }
    }
    MessageCase("above", SongMessage.bankAbove) {
      if case .bankAbove(let name) = $0 { name } else { nil }
    }
    MessageCase("render", SongMessage.render) {
      if case .render(let format) = $0 { format } else { nil }
    }
    MessageCase("cancel", .cancelRendering)
    MessageCase("metronome", SongMessage.metronome) {
      if case .metronome(let clicks, let countsIn) = $0 { (clicks, countsIn) } else { nil }
    }
  }
}

/// A format of audio files, by its file name extension.
package enum SongFileFormat: String, Hashable, Sendable, CaseIterable, MessageRecord {
  case wav, flac

  package var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    }
  }

  package static let fields = MessageCase<SongFileFormat>(
    "", { SongFileFormat(rawValue: $0) }, fields: { $0.rawValue })
}
