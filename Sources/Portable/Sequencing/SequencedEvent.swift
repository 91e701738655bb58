public import PeachMIDIEvents

/// Something for a synthesizer to do at a frame.
public struct SequencedEvent: Hashable, Sendable, BitwiseCopyable {
  /// What to do.
  public enum Content: Hashable, Sendable, BitwiseCopyable {
    /// A message for a channel.
    case message(MIDIMessage)
    /// A System Exclusive message, or one of its parts; ``Sequencer/bytes(of:)`` has the bytes.
    case systemExclusive(MIDIFile.SystemExclusivePart)
    /// Bytes for a ``MIDIParser``.
    case escape(ByteRange)
  }

  /// When: the caller's frame in what ``Sequencer`` gives out.
  public internal(set) var frame: Int64
  /// The track it comes from, counted from 0; nil for messages that the sequencer makes itself
  /// when it jumps.
  public let track: Int32?
  /// What to do.
  public let content: Content

  @_noLocks @_noAllocation
  init(frame: Int64, track: Int32?, content: Content) {
    self.frame = frame
    self.track = track
    self.content = content
  }
}
