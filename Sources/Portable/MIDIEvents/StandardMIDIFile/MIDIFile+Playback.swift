import PeachMusicUnits

/// The view of a file for its players: messages and tempos, at ticks.
extension MIDIFile {
  /// An event for a player.
  public struct PlaybackEvent: Hashable, Sendable {
    /// A message, a tempo or a text.
    public enum Content: Hashable, Sendable {
      /// A channel message.
      case message(MIDIMessage)
      /// A System Exclusive message: its bytes in ``MIDIFile/bytes``, without F0 and F7.
      case systemExclusive(Range<Int>)
      /// The duration of a quarter note from here on.
      case tempo(microsecondsPerQuarterNote: UInt32)
      /// A text or a lyric: its bytes in ``MIDIFile/bytes``, in an unspecified encoding.
      case text(Range<Int>), lyric(Range<Int>)
    }

    /// The tick, from the start of the file.
    public let tick: Int64
    /// The message, tempo or text.
    public let content: Content
  }

  /// The events of all tracks in the order of their ticks, then of their tracks. Without tempos of
  /// 0, and without System Exclusive messages in several packets.
  public func playbackEvents() -> [PlaybackEvent] {
    var events: [PlaybackEvent] = []
    for (start, track) in zip(startTicks, tracks) {
      for event in track.events {
        guard let content = PlaybackEvent.Content(event.content) else { continue }
        events.append(PlaybackEvent(tick: start + event.tick, content: content))
      }
    }
    return events.sorted(byKey: { SortKey($0.tick) })
  }

  /// The ticks per quarter note. With SMPTE time code, those of half a second, which a quarter note
  /// of the default tempo lasts.
  public var ticksPerQuarterNote: Double {
    switch division {
    case .ticksPerQuarterNote(let ticks): return Double(ticks)
    case .timeCode(let rate, let ticks):
      let (frames, seconds) = rate.framesAndSeconds
      return Double(frames) / Double(seconds) * Double(ticks) / 2
    }
  }
}

extension MIDIFile.PlaybackEvent.Content {
  fileprivate init?(_ content: MIDIFile.Content) {
    func bytes(_ range: ByteRange) -> Range<Int> { range.offset..<range.offset + range.count }
    switch content {
    case .message(let message): self = .message(message)
    case .systemExclusive(let packet) where packet.position == .whole:
      self = .systemExclusive(bytes(packet.range))
    case .meta(.tempo(let tempo)) where tempo > 0: self = .tempo(microsecondsPerQuarterNote: tempo)
    case .meta(.text(.lyric, let range)): self = .lyric(bytes(range))
    case .meta(.text(.text, let range)): self = .text(bytes(range))
    case .systemExclusive, .escape, .meta: return nil
    }
  }
}
