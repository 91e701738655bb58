import PeachMIDIEvents
import TestEnvironment
import Testing

/// The words are made from the tables of M2-104-UM, by hand.
@Suite("Universal MIDI Packets")
struct UniversalMIDIPacketTests {
  @Test("The word count of each message type")
  func wordCounts() {
    // §2.1.4, table 4.
    let counts = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
    for (type, count) in counts.enumerated() {
      #expect(UniversalMIDIPacket.wordCount(of: UInt32(type) << 28) == count)
    }
  }

  private func read(_ word1: UInt32, _ word2: UInt32 = 0) -> UniversalMIDIPacketReader.Meaning {
    var reader = UniversalMIDIPacketReader()
    return reader.read(UniversalMIDIPacket(word1, word2))
  }

  private func meaning(
    _ status: UInt8, _ data1: UInt8, _ data2: UInt8
  ) -> UniversalMIDIPacketReader.Meaning {
    let message = MIDIMessage(status: status, data1: data1, data2: data2)
    return message.map { .message($0) } ?? .nothing
  }

  @Test("MIDI 1.0 messages are unchanged")
  func first() {
    #expect(
      read(0x2090_3C64)
        == meaning(0x90, 60, 100))
    #expect(read(0x20E5_0150) == .message(.pitchBend(channel: 5, value: 10_241)))
    #expect(read(0x10F8_0000) == meaning(0xF8, 0, 0))
    #expect(read(0x0020_0000) == .nothing && read(0xF000_0000) == .nothing)
  }

  @Test("MIDI 2.0 messages become MIDI 1.0 messages with the most significant bits")
  func second() {
    #expect(
      read(0x4093_3C00, 0x8000_0000)
        == meaning(0x93, 60, 64))
    // The softest there is must not become a note's end.
    #expect(
      read(0x4090_3C00, 0x0001_0000)
        == meaning(0x90, 60, 1))
    #expect(
      read(0x4080_3C00, 0xFFFF_0000)
        == meaning(0x80, 60, 127))
    #expect(
      read(0x40B1_0700, 0xFFFF_FFFF)
        == .message(.controlChange(channel: 1, controller: 7, value: 127)))
    #expect(read(0x40E0_0000, 0x8000_0000) == .message(.pitchBend(channel: 0, value: 8192)))
    #expect(read(0x40E0_0000, 0xFFFF_FFFF) == .message(.pitchBend(channel: 0, value: 16_383)))
    #expect(read(0x40D2_0000, 0x8000_0000) == .message(.channelPressure(channel: 2, pressure: 64)))
    #expect(read(0x40C0_0000, 0x2A00_0000) == .message(.programChange(channel: 0, program: 42)))
  }

  @Test("Program changes with bank, RPN and NRPN become several messages")
  func several() {
    var reader = UniversalMIDIPacketReader()
    #expect(reader.read(UniversalMIDIPacket(0x40C0_0001, 0x2A00_0805)) == .messages(3))
    #expect(reader.message(at: 0) == .controlChange(channel: 0, controller: 0, value: 8))
    #expect(reader.message(at: 1) == .controlChange(channel: 0, controller: 32, value: 5))
    #expect(reader.message(at: 2) == .programChange(channel: 0, program: 42))
    // Registered parameter 0, 12 semitones: 12 in the highest seven bits.
    #expect(reader.read(UniversalMIDIPacket(0x4020_0000, 12 << 25)) == .messages(4))
    let messages = (0..<4).map { reader.message(at: $0) }
    #expect(messages.map(\.data1) == [101, 100, 6, 38] && messages.map(\.data2) == [0, 0, 12, 0])
  }

  @Test("Per-note pitch has full resolution by controller, bend and attribute")
  func pitches() throws {
    // 60.25 semitones for key 60: 7.25 bits.
    let pitch = UInt32(60.25 * 33_554_432)
    #expect(read(0x4000_3C03, pitch) == .keyPitch(channel: 0, key: 60, cents: 25))
    // A quarter of the way up, of 48 semitones.
    #expect(read(0x4060_3C00, 0xA000_0000) == .keyPitch(channel: 0, key: 60, cents: 1200))
    #expect(read(0x4060_3C00, 0x8000_0000) == .keyPitch(channel: 0, key: 60, cents: 0))
    // One step of 32 bits is a fraction of a thousandth of a cent.
    guard case .keyPitch(_, _, let cents) = read(0x4060_3C00, 0x8000_0100) else {
      Issue.record("no pitch")
      return
    }
    #expect(abs(Double(cents) - 4800 * 256 / 2_147_483_648) < 1e-9)
    // Attribute 3: 7.9 bits; 61.5 for key 60.
    let note = read(0x4090_3C03, 0x8000_0000 | UInt32(61.5 * 512))
    #expect(note == .noteOn(channel: 0, key: 60, velocity: 64, cents: 150))
    var reader = UniversalMIDIPacketReader()
    // Sensitivity of per-note pitch bend: 2 semitones.
    _ = reader.read(UniversalMIDIPacket(0x4020_0007, 2 << 25))
    #expect(
      reader.read(UniversalMIDIPacket(0x4060_3C00, 0xC000_0000))
        == .keyPitch(channel: 0, key: 60, cents: 100))
  }

  @Test("System Exclusive packets have six bytes")
  func systemExclusive() {
    var reader = UniversalMIDIPacketReader()
    #expect(reader.read(UniversalMIDIPacket(0x3004_7E7F, 0x0901_0000)) == .systemExclusive)
    #expect(Array(reader.systemExclusive) == [0x7E, 0x7F, 9, 1])
    #expect(reader.read(UniversalMIDIPacket(0x3016_0102, 0x0304_0506)) == .nothing)
    #expect(reader.read(UniversalMIDIPacket(0x3026_0708, 0x090A_0B0C)) == .nothing)
    #expect(reader.read(UniversalMIDIPacket(0x3031_0D00)) == .systemExclusive)
    #expect(Array(reader.systemExclusive) == Array(1...13))
  }

  @Test("Arbitrary words are read safely")
  func random() {
    var random = RandomNumbers(seed: 2)
    var reader = UniversalMIDIPacketReader(systemExclusiveCapacity: 64)
    for _ in 0..<20_000 {
      let words = (0..<2).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      if case .systemExclusive = reader.read(UniversalMIDIPacket(words[0], words[1])) {
        #expect(reader.systemExclusive.count <= 64)
      }
    }
  }
}
