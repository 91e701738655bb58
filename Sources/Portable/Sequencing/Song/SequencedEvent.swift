package import PeachMIDIEvents

package struct SequencedEvent: Hashable, Sendable, BitwiseCopyable {
  package enum Content: Hashable, Sendable, BitwiseCopyable {
    case message(MIDIMessage)
    /// A System Exclusive message or packet; ``Sequencer/bytes(of:)`` returns its bytes.
    case systemExclusive(MIDIFile.SystemExclusivePacket)
    /// Bytes for a ``MIDIParser``.
    case escape(ByteRange)
    /// A beat of a metronome.
    case click(isAccented: Bool)
    #if !hasFeature(Embedded)
      /// A change of pitch of the last note of a key, which glides: its deviation.
      case glide(channel: UInt8, key: UInt8, cents: Float)
    #endif
  }

  /// The frame; on the caller's clock in events from ``Sequencer``.
  package internal(set) var frame: Int64
  /// The track; −1 for none. An event has 24 bytes: songs can have millions of them.
  private let trackNumber: Int32
  package let content: Content

  /// The track, counted from 0; `nil` for messages that the sequencer generates at a jump, for
  /// clicks and for glides.
  package var track: Int32? {
    @_noLocks @_noAllocation get { trackNumber < 0 ? nil : trackNumber }
  }

  @_noLocks @_noAllocation
  init(frame: Int64, track: Int32?, content: Content) {
    self.frame = frame
    trackNumber = track ?? -1
    self.content = content
  }
}
