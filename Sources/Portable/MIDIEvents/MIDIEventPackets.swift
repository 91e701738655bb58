/// The packets of a `MIDIEventList` of Apple's CoreMIDI: per packet a time stamp of 64 bits, the
/// number of 32-bit words, and the words, without padding. Allocates nothing.
package struct MIDIEventPackets: BitwiseCopyable, @unchecked Sendable {
  // Safe: reads only what its creator keeps valid and unchanged.

  /// The maximum number of words in a packet, as documented.
  package static let wordLimit = 64

  /// A packet of a list. Its words may be several Universal MIDI Packets.
  package struct Packet: BitwiseCopyable {
    /// The time in ticks of the host's clock; 0 for now.
    package let timeStamp: UInt64
    /// The Universal MIDI Packets.
    package let packets: UniversalMIDIPacketWords
  }

  private var next: UnsafeRawPointer
  private var remaining: Int

  /// Creates an iterator of `count` packets. The first is at `first`, aligned to 4 bytes.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package init(_ first: UnsafeRawPointer, count: Int) {
    next = first
    remaining = count
  }

  /// Returns the next packet; `nil` at the end, and if a packet has more than ``wordLimit`` words.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func nextPacket() -> Packet? {
    guard remaining > 0 else { return nil }
    let declaredCount = next.load(fromByteOffset: 8, as: UInt32.self)
    guard declaredCount <= UInt32(Self.wordLimit) else {
      remaining = 0
      return nil
    }
    let count = Int(declaredCount)
    let words = (next + 12).assumingMemoryBound(to: UInt32.self)
    let packet = Packet(
      timeStamp: next.loadUnaligned(as: UInt64.self),
      packets: UniversalMIDIPacketWords(words, count: count))
    next += 12 &+ 4 &* count
    remaining &-= 1
    return packet
  }
}
