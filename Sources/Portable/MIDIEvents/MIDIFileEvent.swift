extension MIDIFile {
  /// Something that happens at a tick of a track.
  public struct Event: Hashable, Sendable, BitwiseCopyable {
    /// Ticks from the track's beginning, 0…``MIDIFile/largestTick``.
    public let tick: Int64
    /// What happens.
    public internal(set) var content: Content
  }

  /// What happens at an event.
  public enum Content: Hashable, Sendable, BitwiseCopyable {
    /// A message for a channel.
    case message(MIDIMessage)
    /// A System Exclusive message, or a part of one.
    case systemExclusive(SystemExclusivePart)
    /// Bytes to be sent as they are (F7 outside System Exclusive): real-time or system messages.
    /// A ``MIDIParser`` makes messages of them.
    case escape(ByteRange)
    /// Something for the player alone.
    case meta(MetaEvent)
  }

  /// A System Exclusive message, or one of the timed packets it is cut into.
  public struct SystemExclusivePart: Hashable, Sendable, BitwiseCopyable {
    /// Which part of the message it is.
    public enum Position: UInt8, Hashable, Sendable, BitwiseCopyable {
      /// All of it.
      case whole
      /// Its beginning; more follows.
      case first
      /// Neither beginning nor end.
      case middle
      /// Its end.
      case last
    }

    /// Its bytes in the file, without the F0 before the first and the F7 after the last.
    public let range: ByteRange
    /// Which part of the message it is.
    public internal(set) var position: Position
  }
}
