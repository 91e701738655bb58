/// The Universal MIDI Packets in an array of 32-bit words (M2-104-UM §2.1). Allocates nothing.
///
/// ```swift
/// var packets = UniversalMIDIPacketWords(words, count: 4)
/// while let packet = packets.next() { … }
/// ```
package struct UniversalMIDIPacketWords: BitwiseCopyable, @unchecked Sendable {
  // Safe: reads only what its creator keeps valid and unchanged.
  private let words: UnsafePointer<UInt32>
  private let count: Int
  private var index = 0

  /// Creates an iterator of `count` words, which must outlive it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package init(_ words: UnsafePointer<UInt32>, count: Int) {
    self.words = words
    self.count = count
  }

  /// Returns the next packet; `nil` at the end, and for an incomplete last packet.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func next() -> UniversalMIDIPacket? {
    guard index < count else { return nil }
    let length = UniversalMIDIPacket.wordCount(of: words[index])
    guard length <= count &- index else {
      index = count
      return nil
    }
    let first = words + index
    index &+= length
    return UniversalMIDIPacket(
      first[0], length > 1 ? first[1] : 0, length > 2 ? first[2] : 0, length > 3 ? first[3] : 0)
  }
}
