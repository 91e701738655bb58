/// Translates Universal MIDI Packets to MIDI 1.0 messages and pitches (M2-104-UM §7.4; M2-115-U for
/// RPNs). Each source of packets needs its own reader. Only `init` allocates.
@usableFromInline package struct UniversalMIDIPacketReader: ~Copyable, @unchecked Sendable {
  // Safe: the memory has one owner, which is not copyable.

  package enum Meaning: Hashable, Sendable, BitwiseCopyable {
    case nothing
    /// The per-note pitch bend range of a channel has changed.
    case keyBendRange
    case message(MIDIMessage)
    /// The number of messages in ``UniversalMIDIPacketReader/message(at:)``.
    case messages(Int)
    /// The pitch deviation of a key, for active and future notes.
    case keyPitch(channel: UInt8, key: UInt8, cents: Float)
    case noteOn(channel: UInt8, key: UInt8, velocity: UInt8, cents: Float)
    /// A completed System Exclusive message, in ``UniversalMIDIPacketReader/systemExclusive``.
    case systemExclusive
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  private var isTooLong = false
  private var droppedCount = 0
  /// The per-note pitch bend range of each channel, in semitones (RPN 7); the default is 48.
  private let sensitivities: UnsafeMutablePointer<Float>
  private let messages: UnsafeMutablePointer<MIDIMessage>

  /// Creates a reader for System Exclusive messages of at most `systemExclusiveCapacity` bytes.
  package init(systemExclusiveCapacity: Int = 65_536) {
    capacity = systemExclusiveCapacity
    bytes = .allocate(capacity: max(capacity, 1))
    bytes.initialize(repeating: 0, count: max(capacity, 1))
    sensitivities = .allocate(capacity: 16)
    sensitivities.initialize(repeating: 48, count: 16)
    messages = .allocate(capacity: 4)
    messages.initialize(repeating: .controlChange(channel: 0, controller: 0, value: 0), count: 4)
  }

  @inlinable deinit { deallocate() }

  @usableFromInline func deallocate() {
    bytes.deallocate()
    sensitivities.deallocate()
    messages.deallocate()
  }

  /// The last completed message, without F0 and F7; valid until the next packet.
  package var systemExclusive: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get { UnsafeRawBufferPointer(start: bytes, count: count) }
  }

  /// The number of System Exclusive messages dropped because they exceed the capacity.
  package var oversizeCount: Int { @_noLocks @_noAllocation get { droppedCount } }

  /// Returns the per-note pitch bend range of a channel, in semitones.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func keyBendSemitones(ofChannel channel: Int) -> Float { sensitivities[channel & 15] }

  /// Sets the per-note pitch bend range of a channel; values outside 0…128 semitones are ignored.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func setKeyBendSemitones(_ semitones: Float, ofChannel channel: Int) {
    if semitones >= 0 && semitones <= 128 { sensitivities[channel & 15] = semitones }
  }

  /// Returns a message of the last packet, at an index from 0 through 3.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func message(at index: Int) -> MIDIMessage { messages[index & 3] }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func read(_ packet: UniversalMIDIPacket) -> Meaning {
    switch packet.messageType {
    case 1, 2: return Self.translateMIDI1(packet.word1)
    case 3: return assembleSystemExclusive(packet)
    case 4: return translateMIDI2(packet)
    default: return .nothing
    }
  }

  /// Translates a MIDI 1.0 channel voice or system message (§7.3).
  private static func translateMIDI1(_ word: UInt32) -> Meaning {
    let message = MIDIMessage(
      status: byte(word, 16), data1: byte(word, 8) & 0x7F, data2: byte(word, 0) & 0x7F)
    guard let message else { return .nothing }
    return .message(message)
  }

  /// Appends up to six bytes of a System Exclusive message (§7.7).
  private mutating func assembleSystemExclusive(_ packet: UniversalMIDIPacket) -> Meaning {
    let status = byte4(packet.word1, 20)
    if status <= 1 {
      count = 0
      isTooLong = false
    }
    for index in 0..<Int(min(byte4(packet.word1, 16), 6)) {
      let word = index < 2 ? packet.word1 : packet.word2
      let shift: UInt32 = index < 2 ? 8 &- 8 &* UInt32(index) : 24 &- 8 &* UInt32(index &- 2)
      if count < capacity {
        bytes[count] = Self.byte(word, shift) & 0x7F
        count &+= 1
      } else {
        if !isTooLong { droppedCount &+= 1 }
        isTooLong = true
      }
    }
    return (status == 0 || status == 3) && !isTooLong ? .systemExclusive : .nothing
  }

  private mutating func translateMIDI2(_ packet: UniversalMIDIPacket) -> Meaning {
    let channel = byte4(packet.word1, 16)
    let index = Self.byte(packet.word1, 8) & 0x7F
    let data = packet.word2
    switch byte4(packet.word1, 20) {
    case 0x0 where Self.byte(packet.word1, 0) == 3:
      // Registered per-note controller 3: the pitch in semitones, 7.25 fixed point.
      let semitones = Double(data) / 33_554_432
      return .keyPitch(
        channel: channel, key: index, cents: Float((semitones - Double(index)) * 100))
    case 0x2: return registered(channel, index, Self.byte(packet.word1, 0) & 0x7F, data)
    case 0x3: return parameter(channel, 99, index, 98, Self.byte(packet.word1, 0) & 0x7F, data)
    case 0x6:
      let bend = (Double(data) - 2_147_483_648) / 2_147_483_648
      let semitones = Double(sensitivities[Int(channel)])
      return .keyPitch(channel: channel, key: index, cents: Float(bend * semitones * 100))
    case 0x8: return message(0x80 | channel, index, Self.byte(data, 25))
    case 0x9: return noteOn(packet, channel: channel, key: index)
    case 0xA: return message(0xA0 | channel, index, Self.byte(data, 25))
    case 0xB: return message(0xB0 | channel, index, Self.byte(data, 25))
    case 0xC: return program(packet, channel: channel)
    case 0xD: return message(0xD0 | channel, Self.byte(data, 25), 0)
    case 0xE: return message(0xE0 | channel, Self.byte(data, 18) & 0x7F, Self.byte(data, 25))
    // Per-note management: detach or reset controllers (§7.4.6).
    case 0xF where Self.byte(packet.word1, 0) & 1 != 0:
      return .keyPitch(channel: channel, key: index, cents: 0)
    default: return .nothing
    }
  }

  /// Translates a note-on, with the pitch of attribute 3 (semitones, 7.9 fixed point; §7.4.1, table
  /// 14). Velocity 0, a note-off in MIDI 1.0, becomes 1 (D.2.1).
  private func noteOn(_ packet: UniversalMIDIPacket, channel: UInt8, key: UInt8) -> Meaning {
    let velocity = max(Self.byte(packet.word2, 25), 1)
    if Self.byte(packet.word1, 0) == 3 {
      let semitones = Float(packet.word2 & 0xFFFF) / 512
      return .noteOn(
        channel: channel, key: key, velocity: velocity, cents: (semitones - Float(key)) * 100)
    }
    return message(0x90 | channel, key, velocity)
  }

  private mutating func registered(
    _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ data: UInt32
  ) -> Meaning {
    if bank == 0 && index == 7 {
      // Semitones, 7.25 fixed point.
      sensitivities[Int(channel)] = Float(Double(data) / 33_554_432)
      return .keyBendRange
    }
    return parameter(channel, 101, bank, 100, index, data)
  }

  /// Translates an RPN or NRPN to four control changes (D.2.3).
  private func parameter(
    _ channel: UInt8, _ msb: UInt8, _ bank: UInt8, _ lsb: UInt8, _ index: UInt8, _ data: UInt32
  ) -> Meaning {
    put(0, channel, msb, bank)
    put(1, channel, lsb, index)
    put(2, channel, 6, Self.byte(data, 25))
    put(3, channel, 38, Self.byte(data, 18) & 0x7F)
    return .messages(4)
  }

  /// Translates a program change, with bank select if the bank is valid (§7.4.9).
  private func program(_ packet: UniversalMIDIPacket, channel: UInt8) -> Meaning {
    let program = Self.byte(packet.word2, 24) & 0x7F
    guard packet.word1 & 1 != 0 else { return message(0xC0 | channel, program, 0) }
    put(0, channel, 0, Self.byte(packet.word2, 8) & 0x7F)
    put(1, channel, 32, Self.byte(packet.word2, 0) & 0x7F)
    messages[2] = .programChange(channel: channel, program: program)
    return .messages(3)
  }

  private func put(_ index: Int, _ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    messages[index] = .controlChange(channel: channel, controller: controller & 0x7F, value: value)
  }

  private func message(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) -> Meaning {
    guard let message = MIDIMessage(status: status, data1: data1, data2: data2) else {
      return .nothing
    }
    return .message(message)
  }

  private static func byte(_ word: UInt32, _ shift: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> shift)
  }

  private func byte4(_ word: UInt32, _ shift: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> shift) & 0x0F
  }
}
