package import PeachMIDIEvents

/// A report of the song player.
package enum SongReport: Equatable, Sendable, MessageField {
  /// A song was loaded that uses channels.
  case loaded(name: String, seconds: Double, channels: SongChannels)
  /// The instrument of a channel, with its tag (`TrainerSound`).
  case channel(UInt8, name: String, tag: String = "")
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

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .loaded(let name, let seconds, let channels):
      fields.append("loaded")
      fields.append(name)
      fields.add(seconds)
      fields.add(channels)
    case .channel(let channel, let name, let tag):
      fields.append("channel")
      fields.add(channel)
      fields.append(name)
      fields.append(tag)
    case .bank(let name, let replaced):
      fields.append("bank")
      fields.append(name)
      fields.add(replaced)
    case .position(let seconds, let isPlaying, let count):
      fields.append("position")
      fields.add(seconds)
      fields.add(isPlaying)
      fields.add(count)
    case .notes(let channel, let notes):
      fields.append("notes")
      fields.add(channel)
      fields.add(notes.flatMap { $0.numbers })
    case .bars(let seconds):
      fields.append("bars")
      fields.add(seconds)
    case .text(let seconds, let text):
      fields.append("text")
      fields.add(seconds)
      fields.append(text)
    case .lyric(let seconds, let text):
      fields.append("lyric")
      fields.add(seconds)
      fields.append(text)
    case .rendering(let fraction):
      fields.append("rendering")
      fields.add(fraction)
    case .rendered(let name):
      fields.append("rendered")
      fields.add(name)
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "loaded":
      guard let name = fields.next(), let seconds = fields.number(),
        let channels = SongChannels(from: &fields)
      else { return nil }
      self = .loaded(name: name, seconds: seconds, channels: channels)
    case "channel":
      guard let channel = UInt8(from: &fields), let name = fields.next() else { return nil }
      self = .channel(channel, name: name, tag: fields.next() ?? "")
    case "bank":
      guard let name = fields.next(), let replaced = [Double](from: &fields) else { return nil }
      self = .bank(name: name, replaced: replaced)
    case "position":
      guard let seconds = fields.number(), let isPlaying = Bool(from: &fields),
        let count = Int(from: &fields)
      else { return nil }
      self = .position(seconds: seconds, isPlaying: isPlaying, voiceCount: count)
    case "notes":
      guard let channel = UInt8(from: &fields), let numbers = [Double](from: &fields),
        let notes = SongNote.notes(numbers)
      else { return nil }
      self = .notes(channel: channel, notes)
    case "bars":
      guard let seconds = [Double](from: &fields) else { return nil }
      self = .bars(seconds)
    case "text":
      guard let seconds = fields.number(), let text = fields.next() else { return nil }
      self = .text(seconds: seconds, text)
    case "lyric":
      guard let seconds = fields.number(), let text = fields.next() else { return nil }
      self = .lyric(seconds: seconds, text)
    case "rendering":
      guard let fraction = fields.number() else { return nil }
      self = .rendering(fraction: fraction)
    case "rendered":
      guard let name = String?(from: &fields) else { return nil }
      self = .rendered(name: name)
    default: return nil
    }
  }
}
