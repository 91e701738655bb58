/// A Universal MIDI Packet: one to four 32-bit words (MIDI 2.0, M2-104-UM §2.1).
///
/// ```swift
/// // A MIDI 2.0 note-on: group 0, channel 1, key 60, velocity 0x8000.
/// UniversalMIDIPacket(0x4090_3C00, 0x8000_0000)
/// ```
public struct UniversalMIDIPacket: Hashable, Sendable, BitwiseCopyable {
  /// The first word, which determines type and length.
  public let word1: UInt32
  /// The second word; unused words are 0.
  public let word2: UInt32
  /// The third word.
  public let word3: UInt32
  /// The fourth word.
  public let word4: UInt32

  /// Creates a packet.
  @inlinable public init(
    _ word1: UInt32, _ word2: UInt32 = 0, _ word3: UInt32 = 0, _ word4: UInt32 = 0
  ) {
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
    self.word4 = word4
  }

  /// The message type, 0 through 15 (§2.1.4).
  var messageType: UInt8 { UInt8(truncatingIfNeeded: word1 >> 28) }

  /// Returns the number of words of a packet from its first word (§2.1.4, table 4).
  @inlinable public static func wordCount(of word1: UInt32) -> Int {
    switch word1 >> 28 {
    case 0, 1, 2, 6, 7: 1
    case 3, 4, 8, 9, 10: 2
    case 11, 12: 3
    default: 4
    }
  }
}
