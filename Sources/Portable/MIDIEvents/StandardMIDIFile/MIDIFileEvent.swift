extension MIDIFile {
  /// An event of a track.
  package struct Event: Hashable, Sendable, BitwiseCopyable {
    /// The time from the start of the track, 0…``MIDIFile/largestTick`` ticks.
    package let tick: Int64
    /// The content.
    package internal(set) var content: Content
  }

  /// The content of an event.
  package enum Content: Hashable, Sendable, BitwiseCopyable {
    /// A channel message.
    case message(MIDIMessage)
    /// A System Exclusive message, or a packet of one.
    case systemExclusive(SystemExclusivePacket)
    /// Bytes to be sent unchanged (F7 outside System Exclusive): real-time or system messages.
    /// Parse them with a ``MIDIParser``.
    case escape(ByteRange)
    /// A meta-event.
    case meta(MetaEvent)
  }

  /// A System Exclusive message, or one of its timed packets.
  package struct SystemExclusivePacket: Hashable, Sendable, BitwiseCopyable {
    /// The position of a packet in its message.
    package enum Position: UInt8, Hashable, Sendable, BitwiseCopyable {
      /// The entire message.
      case whole
      /// The start of the message.
      case first
      /// Neither start nor end.
      case middle
      /// The end of the message.
      case last
    }

    /// The bytes in the file, without F0 and F7.
    package let range: ByteRange
    /// The position in the message.
    package internal(set) var position: Position
  }
}
