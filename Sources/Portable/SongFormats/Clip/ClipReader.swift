import PeachMIDIEvents

/// Reads a MIDI Clip File: Universal MIDI Packets with delta times (M2-116-U). Each group becomes a
/// port of the song. Messages are those of MIDI 1.0 after the default translation (M2-104-UM
/// §D.2), but pitches of notes, by attribute 3, registered controller 3 or per-note pitch bend,
/// stay exact: see ``KeyBendMessage``.
struct ClipReader {
  /// The largest number of ticks per quarter note of a Standard MIDI File.
  private static let largestDivision = 32_767
  /// The values of a clip's messages (M2-104-UM §7.1, §7.2).
  private enum Utility {
    static let ticksPerQuarterNote: UInt32 = 3
    static let delta: UInt32 = 4
    static let start: UInt32 = 0x20
    static let end: UInt32 = 0x21
  }

  private let bytes: [UInt8]
  /// The ticks of the clip per quarter note, and those of the song that stand for as many.
  private let ticksPerQuarterNote: Int
  private let division: Int
  private var warnings: [SongFileWarning] = []

  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(at: 0, with: "SMF2CLIP") }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    self.bytes = bytes
    var packets = ClipPackets(bytes)
    var found = 0
    while found == 0, let packet = packets.next() {
      if packet.word1 >> 20 == Utility.ticksPerQuarterNote { found = Int(packet.word1 & 0xFFFF) }
    }
    guard found > 0 else {
      throw SongFileError(.clip, .damaged("it declares no ticks per quarter note"), at: 8)
    }
    ticksPerQuarterNote = found
    division = min(found, Self.largestDivision)
  }

  consuming func convert() throws(SongFileError) -> SongConversion {
    var builder = SongBuilder(ticksPerSecond: 2 * division)
    let groups = try readTexts(&builder)
    for group in 0..<UInt8(16) where groups & 1 << UInt16(group) != 0 {
      readGroup(group, &builder)
    }
    return SongConversion(file: builder.file, warnings: warnings)
  }

  /// Reads the packets with their times in ticks of the song, to the end of the clip.
  private func forEachPacket(_ body: (UniversalMIDIPacket, Int64) -> Void) -> ClipEnd {
    var packets = ClipPackets(bytes)
    var tick: Int64 = 0
    var hasStarted = false
    while let packet = packets.next() {
      switch packet.word1 >> 28 {
      case 0:
        if hasStarted, packet.word1 >> 20 & 0xF == Utility.delta {
          tick += Int64(packet.word1 & 0xF_FFFF)
        }
      case 0xF:
        let status = packet.word1 >> 16 & 0x3FF
        if status == Utility.start { hasStarted = true }
        if status == Utility.end {
          return ClipEnd(tick: songTick(tick), hasStarted: hasStarted, isMarked: true)
        }
      default: body(packet, songTick(tick))
      }
    }
    return ClipEnd(tick: songTick(tick), hasStarted: hasStarted, isMarked: false)
  }

  private func songTick(_ tick: Int64) -> Int64 {
    if ticksPerQuarterNote == division { return tick }
    return Int64((Double(tick) * Double(division) / Double(ticksPerQuarterNote)).rounded())
  }

  /// Writes the track of tempos, time signatures and texts. Returns the groups with messages.
  private mutating func readTexts(_ builder: inout SongBuilder) throws(SongFileError) -> UInt16 {
    var groups: UInt16 = 0
    var texts = FlexTexts()
    let end = forEachPacket { packet, tick in
      builder.tick = tick
      if packet.word1 >> 28 == 0xD { return texts.read(packet, &builder) }
      if (1...4).contains(packet.word1 >> 28) { groups |= 1 << UInt16(packet.word1 >> 24 & 0xF) }
    }
    guard end.hasStarted else { throw SongFileError(.clip, .truncated, at: bytes.count) }
    if !end.isMarked {
      warnings.append(SongFileWarning("the clip has no end", at: bytes.count))
    }
    builder.tick = end.tick
    builder.endTrack()
    return groups
  }

  /// Writes the track of a group.
  private func readGroup(_ group: UInt8, _ builder: inout SongBuilder) {
    var messages = GroupMessages()
    builder.addMeta(0x21, [group])
    let end = forEachPacket { packet, tick in
      guard packet.word1 >> 24 & 0xF == UInt32(group), packet.word1 >> 28 <= 4 else { return }
      builder.tick = tick
      messages.read(packet, &builder)
    }
    builder.tick = end.tick
    builder.endTrack()
  }
}

/// The end of a clip.
private struct ClipEnd {
  let tick: Int64
  let hasStarted: Bool
  /// Whether a message says so.
  let isMarked: Bool
}

/// The packets of a file in order, of big-endian words.
private struct ClipPackets {
  private let bytes: [UInt8]
  private var offset = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next packet; `nil` at the end, also within a packet.
  mutating func next() -> UniversalMIDIPacket? {
    guard offset + 4 <= bytes.count else { return nil }
    let count = UniversalMIDIPacket.wordCount(of: word(0))
    guard offset + 4 * count <= bytes.count else { return nil }
    defer { offset += 4 * count }
    return UniversalMIDIPacket(
      word(0), count > 1 ? word(1) : 0, count > 2 ? word(2) : 0, count > 3 ? word(3) : 0)
  }

  private func word(_ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + 4 * index + $1]) }
  }
}

/// Translates the messages of a group, a port of the song.
private struct GroupMessages: ~Copyable {
  private var reader = UniversalMIDIPacketReader()
  /// The keys whose last note had a pitch of its own, by channel and key: the pitch of another note
  /// is that of its key (M2-104-UM §7.4.2).
  private var hasOwnPitch = [Bool](repeating: false, count: 16 * 128)

  mutating func read(_ packet: UniversalMIDIPacket, _ builder: inout SongBuilder) {
    switch reader.read(packet) {
    case .nothing, .keyBendRange: break
    case .message(let message): add(message, &builder)
    case .messages(let count):
      for index in 0..<count { add(reader.message(at: index), &builder) }
    case .keyPitch(let channel, let key, let cents):
      hasOwnPitch[Int(channel) << 7 | Int(key)] = false
      bend(channel, key, cents, &builder)
    case .noteOn(let channel, let key, let velocity, let cents):
      hasOwnPitch[Int(channel) << 7 | Int(key)] = true
      bend(channel, key, cents, &builder)
      builder.add([0x90 | channel, key, velocity])
    case .systemExclusive: builder.addExclusive(Array(reader.systemExclusive) + [0xF7])
    }
  }

  private mutating func add(_ message: MIDIMessage, _ builder: inout SongBuilder) {
    guard let channel = message.channel else { return }
    let index = Int(channel) << 7 | Int(message.data1)
    if message.startsNote, hasOwnPitch[index] {
      hasOwnPitch[index] = false
      bend(channel, message.data1, 0, &builder)
    }
    builder.add(
      Array([message.status, message.data1, message.data2].prefix(message.byteCount)))
  }

  private func bend(
    _ channel: UInt8, _ key: UInt8, _ cents: Float, _ builder: inout SongBuilder
  ) {
    builder.addExclusive(
      KeyBendMessage(channel: channel, key: key, cents: cents).bytes + [0xF7])
  }
}
