/// A range of bytes in a file of less than 4 GiB, in eight bytes: songs can have millions.
package struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let storedOffset: UInt32
  @usableFromInline let storedCount: UInt32

  @inlinable package var offset: Int {
    @_noLocks @_noAllocation get { Int(storedOffset) }
  }
  @inlinable package var count: Int {
    @_noLocks @_noAllocation get { Int(storedCount) }
  }

  @_noLocks @_noAllocation package init(offset: Int, count: Int) {
    storedOffset = UInt32(clamping: offset)
    storedCount = UInt32(clamping: count)
  }
}

extension MIDIFile {
  package struct Event: Hashable, Sendable, BitwiseCopyable {
    /// The time from the start of the track, 0…`MIDIFile.largestTick` ticks.
    package let tick: Int64
    package internal(set) var content: Content

    package init(tick: Int64, content: Content) {
      (self.tick, self.content) = (tick, content)
    }
  }

  package enum Content: Hashable, Sendable, BitwiseCopyable {
    case message(MIDIMessage)
    case systemExclusive(SystemExclusivePacket)
    /// Real-time or system messages for a ``MIDIParser`` (F7 outside System Exclusive).
    case escape(ByteRange)
    case meta(MetaEvent)
  }

  /// A System Exclusive message, or one of its timed packets.
  package struct SystemExclusivePacket: Hashable, Sendable, BitwiseCopyable {
    /// The part of the message: all of it, its start, neither start nor end, or its end.
    package enum Position: UInt8, Hashable, Sendable, BitwiseCopyable {
      case whole, first, middle, last
    }

    /// The bytes in the file, without F0 and F7.
    package let range: ByteRange
    package internal(set) var position: Position
  }
}
