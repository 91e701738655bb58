package import PeachMIDIEvents

/// A request to the song player.
package enum SongMessage: Equatable, Sendable, MessageField {
  case play, pause
  /// Continue at a time of the song at its own tempo.
  case seek(seconds: Double)
  /// The tempo as a factor of the file's.
  case tempo(factor: Double)
  case transpose(semitones: Int)
  /// Mutes channels, and no others.
  case mute(channels: SongChannels)
  /// The level of a channel, in addition to that of the song.
  case level(decibels: Double, channel: Int)
  /// The preset of a channel, by its tag; that of the song if no preset has the tag.
  case instrument(tag: String, channel: Int)
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

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .play: fields.append("play")
    case .pause: fields.append("pause")
    case .seek(let seconds):
      fields.append("seek")
      fields.add(seconds)
    case .tempo(let factor):
      fields.append("tempo")
      fields.add(factor)
    case .transpose(let semitones):
      fields.append("transpose")
      fields.add(semitones)
    case .mute(let channels):
      fields.append("mute")
      fields.add(channels)
    case .level(let decibels, let channel):
      fields.append("level")
      fields.add(decibels)
      fields.add(channel)
    case .instrument(let tag, let channel):
      fields.append("instrument")
      fields.append(tag)
      fields.add(channel)
    case .loop(let seconds):
      fields.append("loop")
      fields.add(seconds)
    case .bank(let name):
      fields.append("bank")
      fields.append(name)
    case .bankAbove(let name):
      fields.append("above")
      fields.append(name)
    case .render(let format):
      fields.append("render")
      fields.add(format)
    case .cancelRendering: fields.append("cancel")
    case .metronome(let clicks, let countsIn):
      fields.append("metronome")
      fields.add(clicks)
      fields.add(countsIn)
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "play": self = .play
    case "pause": self = .pause
    case "seek":
      guard let seconds = fields.number() else { return nil }
      self = .seek(seconds: seconds)
    case "tempo":
      guard let factor = fields.number() else { return nil }
      self = .tempo(factor: factor)
    case "transpose":
      guard let semitones = Int(from: &fields) else { return nil }
      self = .transpose(semitones: semitones)
    case "mute":
      guard let channels = SongChannels(from: &fields) else { return nil }
      self = .mute(channels: channels)
    case "level":
      guard let decibels = fields.number(), let channel = Int(from: &fields) else { return nil }
      self = .level(decibels: decibels, channel: channel)
    case "instrument":
      guard let tag = fields.next(), let channel = Int(from: &fields) else { return nil }
      self = .instrument(tag: tag, channel: channel)
    case "loop":
      guard let seconds = Range<Double>?(from: &fields) else { return nil }
      self = .loop(seconds: seconds)
    case "bank":
      guard let name = fields.next() else { return nil }
      self = .bank(name: name)
    case "above":
      guard let name = fields.next() else { return nil }
      self = .bankAbove(name: name)
    case "render":
      guard let format = SongFileFormat(from: &fields) else { return nil }
      self = .render(format)
    case "cancel": self = .cancelRendering
    case "metronome":
      guard let clicks = Bool(from: &fields), let countsIn = Bool(from: &fields) else {
        return nil
      }
      self = .metronome(clicks: clicks, countsIn: countsIn)
    default: return nil
    }
  }
}

/// A format of audio files, by its file name extension.
package enum SongFileFormat: String, Hashable, Sendable, CaseIterable, MessageField {
  case wav, flac

  package var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    }
  }

  package init?(from fields: inout MessageReader) {
    guard let format = fields.next().flatMap({ SongFileFormat(rawValue: $0) }) else { return nil }
    self = format
  }

  package func write(to fields: inout MessageWriter) { fields.append(rawValue) }
}
