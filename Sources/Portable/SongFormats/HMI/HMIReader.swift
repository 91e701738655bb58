/// Reads a song of Human Machine Interfaces' Sound Operating System, in the format
/// `HMI-MIDISONG061595`: tracks with delays of MIDI files, and notes with durations.
struct HMIReader {
  /// The places in the header: the ticks per second, the number of tracks, and the offset of the
  /// list of their offsets.
  private enum Header {
    static let rate = 0xD4
    static let trackCount = 0xE4
    static let trackList = 0xE8
  }

  /// The place in a track of the offset of its events.
  private static let eventsOffset = 0x57
  static let commonTicksPerSecond = 120

  private let bytes: [UInt8]
  private var builder: SongBuilder
  private var warnings: [SongFileWarning] = []

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(at: 0, with: "HMI-MIDISONG061595")
  }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    self.bytes = bytes
    var header = ByteReader(bytes, format: .hmi, at: Header.rate)
    let rate = Int(try header.little16())
    builder = SongBuilder(
      ticksPerSecond: 1...32_767 ~= rate ? rate : HMIReader.commonTicksPerSecond)
    if !(1...32_767 ~= rate) {
      warnings.append(SongFileWarning("its rate of \(rate) ticks per second is invalid", at: 0xD4))
    }
  }

  consuming func convert() throws(SongFileError) -> SongConversion {
    var header = ByteReader(bytes, format: .hmi, at: Header.trackCount)
    let trackCount = Int(try header.little16())
    header = ByteReader(bytes, format: .hmi, at: Header.trackList)
    let list = Int(try header.little32())
    var noteCount = 0
    var previous = -1
    for number in 0..<trackCount {
      var entry = ByteReader(bytes, format: .hmi, at: list + 4 * number)
      let start: Int
      do throws(SongFileError) { start = Int(try entry.little32()) } catch {
        warnings.append(SongFileWarning("the list of tracks is cut short", at: bytes.count))
        break
      }
      // Each byte belongs to one track, so that time and memory are linear.
      guard start >= previous, bytes.starts(at: start, with: "HMI-MIDITRACK") else {
        warnings.append(SongFileWarning("track \(number + 1) is missing", at: list + 4 * number))
        continue
      }
      previous = try readTrack(at: start)
      noteCount += builder.eventCount
      builder.endTrack()
    }
    if noteCount == 0 { throw SongFileError(.hmi, .damaged("it has no events"), at: list) }
    return SongConversion(file: builder.file, warnings: warnings)
  }

  /// Reads the events of a track and returns their end.
  private mutating func readTrack(at start: Int) throws(SongFileError) -> Int {
    var reader = ByteReader(bytes, format: .hmi, at: start + Self.eventsOffset)
    var events = HMIEventReader(format: .hmi, hasDurations: true)
    let offset: Int
    do throws(SongFileError) { offset = Int(try reader.little32()) } catch {
      warnings.append(SongFileWarning("a track is cut short", at: start))
      return start
    }
    reader = ByteReader(bytes, format: .hmi, at: start + offset)
    while true {
      let place = reader.offset
      do throws(SongFileError) {
        builder.tick += Int64(try reader.quantity())
        if try events.read(&reader, &builder) { return reader.offset }
      } catch {
        warnings.append(SongFileWarning("a track ends at a damaged event", at: place))
        return max(place, start)
      }
    }
  }
}

/// Reads the events of HMI and HMP songs.
struct HMIEventReader {
  let format: SongFileFormat
  /// Whether a note-on is followed by its duration.
  let hasDurations: Bool
  private var status: UInt8 = 0

  init(format: SongFileFormat, hasDurations: Bool) {
    (self.format, self.hasDurations) = (format, hasDurations)
  }

  /// Reads an event after its delay; returns whether it is the end of the track.
  mutating func read(
    _ reader: inout ByteReader, _ builder: inout SongBuilder
  ) throws(SongFileError) -> Bool {
    if let next = reader.nextByte, next >= 0x80 {
      let byte = try reader.byte()
      if byte == 0xFE {
        try readSpecial(&reader, &builder)
        return false
      }
      if byte >= 0xF0 { return try readSystem(byte, &reader, &builder) }
      status = byte
    }
    guard status >= 0x80 else {
      throw SongFileError(format, .damaged("an event has no status byte"), at: reader.offset)
    }
    let channel = status & 0x0F
    let first = try reader.byte()
    if status & 0xE0 == 0xC0 {
      builder.add([status, first & 0x7F])
      return false
    }
    let second = try reader.byte()
    if status & 0xF0 == 0x90 && hasDurations {
      let duration = Int64(try reader.quantity())
      builder.addNote(
        channel: channel, key: first & 0x7F, velocity: second & 0x7F, duration: duration)
    } else if first >= 0x80 {
      throw SongFileError(format, .damaged("a data byte is invalid"), at: reader.offset - 2)
    } else if second < 0x80 || status & 0xF0 == 0xB0 && 110...111 ~= first {
      // Marks of loops have values above 127, too.
      builder.add([status, first, second & 0x7F])
    } else {
      throw SongFileError(format, .damaged("a data byte is invalid"), at: reader.offset - 1)
    }
    return false
  }

  private func readSystem(
    _ byte: UInt8, _ reader: inout ByteReader, _ builder: inout SongBuilder
  ) throws(SongFileError) -> Bool {
    if byte == 0xFF {
      let type = try reader.byte()
      let count = try reader.quantity()
      let content = try reader.content(count)
      if type == 0x2F { return true }
      // Tempo and meter do not apply to these ticks.
      if 1...9 ~= type { builder.addMeta(type, content) }
      return false
    }
    guard byte == 0xF0 else {
      throw SongFileError(format, .damaged("a status byte is invalid"), at: reader.offset - 1)
    }
    let count = try reader.quantity()
    builder.addExclusive(try reader.content(count))
    return false
  }

  /// Reads an event of the Sound Operating System, with a size by its type.
  private func readSpecial(
    _ reader: inout ByteReader, _ builder: inout SongBuilder
  ) throws(SongFileError) {
    switch try reader.byte() {
    case 0x10:
      try reader.skip(2)
      try reader.skip(Int(try reader.byte()) + 4)
    case 0x12: try reader.skip(2)
    case 0x13: try reader.skip(10)
    case 0x14:
      try reader.skip(2)
      builder.addMeta(6, "loopStart".utf8)
    case 0x15:
      try reader.skip(6)
      builder.addMeta(6, "loopEnd".utf8)
    default:
      throw SongFileError(format, .damaged("a special event is unknown"), at: reader.offset - 1)
    }
  }
}
