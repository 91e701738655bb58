import PeachMIDIEvents

/// Translates Flex Data Messages to meta-events: tempos, time signatures and texts (M2-104-UM
/// §7.5).
struct FlexTexts {
  /// The largest text that is kept, in bytes.
  private static let textLimit = 1 << 16
  /// The statuses of the bank of set-up and performance events.
  private static let tempo: UInt32 = 0
  private static let timeSignature: UInt32 = 1
  /// The forms of a message: all of a text, its start, a part between, or its end.
  private enum Form {
    static let complete: UInt32 = 0
    static let start: UInt32 = 1
    static let end: UInt32 = 3
  }

  /// The text that is being assembled.
  private var text: [UInt8] = []

  mutating func read(_ packet: UniversalMIDIPacket, _ builder: inout SongBuilder) {
    let (bank, status) = (packet.word1 >> 8 & 0xFF, packet.word1 & 0xFF)
    switch bank {
    case 0 where status == Self.tempo:
      // In units of 10 ns per quarter note; a MIDI file has microseconds, in 24 bits.
      let tempo = min(max((UInt64(packet.word2) + 50) / 100, 1), 0xFF_FFFF)
      builder.addMeta(0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: tempo >> $0) })
    case 0 where status == Self.timeSignature:
      let fields = [24, 16, 8].map { UInt8(truncatingIfNeeded: packet.word2 >> $0) }
      // A metronome's click each quarter note, of which each has 24 clocks.
      builder.addMeta(0x58, [max(fields[0], 1), fields[1], 24, fields[2] == 0 ? 8 : fields[2]])
    case 1, 2: readText(packet, Self.metaType(bank, status), &builder)
    default: break
    }
  }

  /// Returns the type of the meta-event for a text.
  private static func metaType(_ bank: UInt32, _ status: UInt32) -> UInt8 {
    switch (bank, status) {
    // The names of the composition and of the clip.
    case (1, 2), (1, 3): 3
    case (1, 4): 2
    case (2, 1): 5
    default: 1
    }
  }

  /// Appends up to twelve bytes of UTF-8.
  private mutating func readText(
    _ packet: UniversalMIDIPacket, _ type: UInt8, _ builder: inout SongBuilder
  ) {
    let form = packet.word1 >> 22 & 3
    if form == Form.complete || form == Form.start { text = [] }
    for word in [packet.word2, packet.word3, packet.word4] {
      for shift: UInt32 in [24, 16, 8, 0] where text.count < Self.textLimit {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        if byte != 0 { text.append(byte) }
      }
    }
    if form == Form.complete || form == Form.end, !text.isEmpty {
      builder.addMeta(type, text)
      text = []
    }
  }
}
