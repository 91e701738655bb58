/// One Universal MIDI Packet: one, two, three or four words of 32 bits (MIDI 2.0, M2-104-UM §2.1).
///
/// ```swift
/// // A MIDI 2.0 note-on: group 0, channel 1, key 60, velocity 0x8000.
/// UniversalPacket(0x4090_3C00, 0x8000_0000)
/// ```
public struct UniversalPacket: Hashable, Sendable, BitwiseCopyable {
  /// The first word, which says what it is and how long.
  public let word1: UInt32
  /// The second; 0 where there is none, as with the others.
  public let word2: UInt32
  /// The third.
  public let word3: UInt32
  /// The fourth.
  public let word4: UInt32

  /// A packet of these words.
  @inlinable public init(
    _ word1: UInt32, _ word2: UInt32 = 0, _ word3: UInt32 = 0, _ word4: UInt32 = 0
  ) {
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
    self.word4 = word4
  }

  /// What kind of message it holds, 0 through 15 (§2.1.4).
  @inlinable public var messageType: UInt8 { UInt8(truncatingIfNeeded: word1 >> 28) }

  /// How many words a packet has that begins with this one (§2.1.4, table 4).
  @inlinable public static func wordCount(of word1: UInt32) -> Int {
    switch word1 >> 28 {
    case 0, 1, 2, 6, 7: 1
    case 3, 4, 8, 9, 10: 2
    case 11, 12: 3
    default: 4
    }
  }
}
