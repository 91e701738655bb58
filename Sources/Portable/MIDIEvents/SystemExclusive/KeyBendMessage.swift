/// A System Exclusive message of Peach's own, under the number for non-commercial use (MIDI 1.0,
/// System Exclusive): the pitch of a key of a channel relative to its note number, for sounding
/// and future notes. MIDI 1.0 has none with more than 14 bits; songs of MIDI 2.0 need 32.
///
/// ```swift
/// KeyBendMessage(channel: 0, key: 60, cents: 50).bytes
/// // 7D, "Peach", channel, key, and the bits of a Float in five groups of 7, the lowest first
/// ```
package struct KeyBendMessage: Hashable, Sendable {
  private static let head: [UInt8] = [0x7D] + Array("Peach".utf8)

  private let channel: UInt8
  private let key: UInt8
  private let cents: Float

  /// - Parameters:
  ///   - channel: 0 through 15.
  ///   - key: 0 through 127.
  package init(channel: UInt8, key: UInt8, cents: Float) {
    (self.channel, self.key, self.cents) = (channel, key, cents)
  }

  /// The message without F0 and F7.
  package var bytes: [UInt8] {
    let bits = cents.bitPattern
    return Self.head + [channel, key]
      + (0..<5).map { UInt8(truncatingIfNeeded: bits >> (7 * $0)) & 0x7F }
  }
}

#if !hasFeature(Embedded)
  extension SystemExclusiveDecoder {
    private static var keyBendCount: Int { 13 }

    mutating func recognizeKeyBend() {
      // The bytes of "Peach".
      guard message.count == Self.keyBendCount, message[1] == 0x50, message[2] == 0x65,
        message[3] == 0x61, message[4] == 0x63, message[5] == 0x68
      else { return }
      format = .keyBend
    }

    mutating func keyBend() -> SystemExclusiveSetting {
      format = .none
      var bits: UInt32 = 0
      for index in 0..<5 { bits |= UInt32(message[8 &+ index]) &<< UInt32(7 &* index) }
      return .keyBend(
        cents: Float(bitPattern: bits), key: message[7] & 0x7F, channel: message[6] & 0x0F)
    }
  }
#endif
