import PeachMIDIEvents

/// The events of a song in the order of their ticks.
struct PlayerSong {
  struct Event {
    enum Content {
      case message(MIDIMessage)
      /// A message without F0 and F7, or a text: its bytes in the file.
      case bytes(type: Int32, offset: Int, count: Int)
      case tempo(UInt32)
    }

    var tick: Int64
    var content: Content
  }

  let events: [Event]
  let endTick: Int64
  /// The number of ticks per quarter note.
  let division: Double
  let bytes: [UInt8]

  /// Reads a Standard MIDI File.
  init(_ bytes: [UInt8]) throws(MIDIFileError) {
    let file = try MIDIFile(bytes: bytes)
    var events: [Event] = []
    for (index, track) in file.tracks.enumerated() {
      let start = file.startTick(ofTrack: index)
      for event in track.events {
        guard let content = Self.content(event.content) else { continue }
        events.append(Event(tick: start + event.tick, content: content))
      }
    }
    // Stable: events of a tick keep the order of the tracks.
    let order = events.indices.sorted { (events[$0].tick, $0) < (events[$1].tick, $1) }
    self.events = order.map { events[$0] }
    endTick = file.endTick
    self.bytes = file.bytes
    switch file.division {
    case .ticksPerQuarterNote(let ticks): division = Double(ticks)
    case .timeCode(let rate, let ticks):
      // Half a second, as a quarter note of the default tempo.
      let (frames, seconds) = rate.framesAndSeconds
      division = Double(frames) / Double(seconds) * Double(ticks) / 2
    }
  }

  private static func content(_ content: MIDIFile.Content) -> Event.Content? {
    switch content {
    case .message(let message): return .message(message)
    case .systemExclusive(let packet):
      guard case .whole = packet.position else { return nil }
      return .bytes(
        type: MIDIEventObject.systemExclusive, offset: packet.range.offset,
        count: packet.range.count)
    case .meta(.tempo(let tempo)): return tempo > 0 ? .tempo(tempo) : nil
    case .meta(.text(.lyric, let range)):
      return .bytes(type: MIDIEventObject.lyric, offset: range.offset, count: range.count)
    case .meta(.text(.text, let range)):
      return .bytes(type: MIDIEventObject.text, offset: range.offset, count: range.count)
    case .escape, .meta: return nil
    }
  }
}
