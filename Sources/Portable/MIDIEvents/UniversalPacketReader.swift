/// Says what Universal MIDI Packets mean to an instrument: MIDI 1.0's messages as they are, MIDI 2.0's
/// brought to those, with as many bits as these have; but pitches of single notes in full
/// (M2-104-UM §7.4; M2-115-U for registered parameters).
///
/// One reader belongs to one source of packets. Nothing allocates after `init`.
public struct UniversalPacketReader: ~Copyable, @unchecked Sendable {
  // Sound: the memory has one owner, which cannot be copied.

  /// What a packet asks for.
  public enum Meaning: Hashable, Sendable, BitwiseCopyable {
    /// Nothing that an instrument does.
    case nothing
    /// Nothing now: how far notes' own pitch bends reach has changed here.
    case keyBendRange
    /// A message of MIDI 1.0.
    case message(MIDIMessage)
    /// So many messages, in ``UniversalPacketReader/message(at:)``.
    case messages(Int)
    /// A key of a channel sounds so many cents above where it is tuned, on notes that sound and
    /// those that come.
    case keyPitch(channel: UInt8, key: UInt8, cents: Float)
    /// The same, and the key is struck.
    case noteOn(channel: UInt8, key: UInt8, velocity: UInt8, cents: Float)
    /// A System Exclusive message is complete: ``UniversalPacketReader/systemExclusive``.
    case systemExclusive
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  private var isTooLong = false
  /// Semitones that a note's own pitch bend reaches (registered parameter 7 is "sensitivity of
  /// per-note pitch bend"; 48 where nothing is said).
  private let sensitivities: UnsafeMutablePointer<Float>
  private let first: UnsafeMutablePointer<MIDIMessage>

  /// A reader that keeps System Exclusive messages of up to `systemExclusiveCapacity` bytes.
  public init(systemExclusiveCapacity: Int = 65_536) {
    capacity = systemExclusiveCapacity
    bytes = .allocate(capacity: max(capacity, 1))
    bytes.initialize(repeating: 0, count: max(capacity, 1))
    sensitivities = .allocate(capacity: 16)
    sensitivities.initialize(repeating: 48, count: 16)
    first = .allocate(capacity: 4)
    first.initialize(
      repeating: .controlChange(channel: 0, controller: 0, value: 0), count: 4)
  }

  @inlinable deinit { deallocate() }

  @usableFromInline func deallocate() {
    bytes.deallocate()
    sensitivities.deallocate()
    first.deallocate()
  }

  /// The message just completed, without F0 and F7; valid until the next packet.
  public var systemExclusive: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get { UnsafeRawBufferPointer(start: bytes, count: count) }
  }

  /// Semitones that a note's own pitch bend reaches on a channel, 0 through 15.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func keyBendSemitones(ofChannel channel: Int) -> Float { sensitivities[channel & 15] }

  /// Sets how far a note's own pitch bend reaches on a channel, in semitones: 0 through 128.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func setKeyBendSemitones(_ semitones: Float, ofChannel channel: Int) {
    if semitones >= 0 && semitones <= 128 { sensitivities[channel & 15] = semitones }
  }

  /// One of the messages that the packet came to, 0 through 3.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public func message(at index: Int) -> MIDIMessage { first[index & 3] }

  /// What the next packet asks for.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func read(_ packet: UniversalPacket) -> Meaning {
    switch packet.messageType {
    case 1, 2: return Self.firstProtocol(packet.word1)
    case 3: return takeSystemExclusive(packet)
    case 4: return secondProtocol(packet)
    default: return .nothing
    }
  }

  /// The bytes of a message of MIDI 1.0 (§7.3).
  private static func firstProtocol(_ word: UInt32) -> Meaning {
    let message = MIDIMessage(
      status: byte(word, 16), data1: byte(word, 8) & 0x7F, data2: byte(word, 0) & 0x7F)
    guard let message else { return .nothing }
    return .message(message)
  }

  /// Up to six bytes of System Exclusive, whole or a part (§7.7).
  private mutating func takeSystemExclusive(_ packet: UniversalPacket) -> Meaning {
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
        isTooLong = true
      }
    }
    return (status == 0 || status == 3) && !isTooLong ? .systemExclusive : .nothing
  }

  private mutating func secondProtocol(_ packet: UniversalPacket) -> Meaning {
    let channel = byte4(packet.word1, 16)
    let index = Self.byte(packet.word1, 8) & 0x7F
    let data = packet.word2
    switch byte4(packet.word1, 20) {
    case 0x0 where Self.byte(packet.word1, 0) == 3:
      // Registered per-note controller 3: the pitch in semitones, 7 bits and 25 of fraction.
      let semitones = Double(data) / 33_554_432
      return .keyPitch(
        channel: channel, key: index, cents: Float((semitones - Double(index)) * 100))
    case 0x2: return registered(channel, index, Self.byte(packet.word1, 0) & 0x7F, data)
    case 0x3:
      return parameter(channel, 99, index, 98, Self.byte(packet.word1, 0) & 0x7F, data)
    case 0x6:
      let share = (Double(data) - 2_147_483_648) / 2_147_483_648
      let semitones = Double(sensitivities[Int(channel)])
      return .keyPitch(channel: channel, key: index, cents: Float(share * semitones * 100))
    case 0x8: return message(0x80 | channel, index, Self.byte(data, 25))
    case 0x9: return noteOn(packet, channel: channel, key: index)
    case 0xA: return message(0xA0 | channel, index, Self.byte(data, 25))
    case 0xB: return message(0xB0 | channel, index, Self.byte(data, 25))
    case 0xC: return program(packet, channel: channel)
    case 0xD: return message(0xD0 | channel, Self.byte(data, 25), 0)
    case 0xE:
      return message(0xE0 | channel, Self.byte(data, 18) & 0x7F, Self.byte(data, 25))
    // The note's own controllers are let go, or its pitch bend goes back (§7.4.6).
    case 0xF where Self.byte(packet.word1, 0) & 1 != 0:
      return .keyPitch(channel: channel, key: index, cents: 0)
    default: return .nothing
    }
  }

  /// A note with its own pitch, where attribute 3 says so: semitones, 7 bits and 9 of fraction
  /// (§7.4.1, table 14). A velocity that MIDI 1.0 would read as the key's end is its least (D.2.1).
  private func noteOn(_ packet: UniversalPacket, channel: UInt8, key: UInt8) -> Meaning {
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
      // 7 bits of semitones, 25 of fraction.
      sensitivities[Int(channel)] = Float(Double(data) / 33_554_432)
      return .keyBendRange
    }
    return parameter(channel, 101, bank, 100, index, data)
  }

  /// A parameter's number and 14 bits of its value, as four messages (D.2.3).
  private func parameter(
    _ channel: UInt8, _ most: UInt8, _ bank: UInt8, _ least: UInt8, _ index: UInt8, _ data: UInt32
  ) -> Meaning {
    put(0, channel, most, bank)
    put(1, channel, least, index)
    put(2, channel, 6, Self.byte(data, 25))
    put(3, channel, 38, Self.byte(data, 18) & 0x7F)
    return .messages(4)
  }

  /// A program, and a bank where the packet says that there is one (§7.4.9).
  private func program(_ packet: UniversalPacket, channel: UInt8) -> Meaning {
    let program = Self.byte(packet.word2, 24) & 0x7F
    guard packet.word1 & 1 != 0 else { return message(0xC0 | channel, program, 0) }
    put(0, channel, 0, Self.byte(packet.word2, 8) & 0x7F)
    put(1, channel, 32, Self.byte(packet.word2, 0) & 0x7F)
    first[2] = .programChange(channel: channel, program: program)
    return .messages(3)
  }

  private func put(_ index: Int, _ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    first[index] = .controlChange(channel: channel, controller: controller & 0x7F, value: value)
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
