/// Reads a song of id Software's games, in the format of DMX: 140 ticks per second, and channel 16
/// for percussion.
struct MUSReader {
  static let ticksPerSecond = 140
  /// The length of the header, without the list of instruments.
  private static let headerBytes = 16
  /// The controllers of MIDI for those of a song: 0 is a program change.
  private static let controllers: [UInt8] = [0, 0, 1, 7, 10, 11, 91, 93, 64, 67]
  /// The channel modes of MIDI for the events 10 to 14: sounds off, notes off, mono, poly, reset.
  private static let modes: [UInt8] = [120, 123, 126, 127, 121]

  private enum EventType {
    static let noteOff: UInt8 = 0
    static let noteOn: UInt8 = 1
    static let bend: UInt8 = 2
    static let mode: UInt8 = 3
    static let controller: UInt8 = 4
    static let measure: UInt8 = 5
    static let end: UInt8 = 6
  }

  private var reader: ByteReader
  private var builder = SongBuilder(ticksPerSecond: ticksPerSecond)
  private var warnings: [SongFileWarning] = []
  /// The volume of each channel's notes, which a note without one repeats.
  private var volumes = [UInt8](repeating: 127, count: 16)

  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(at: 0, with: "MUS\u{1A}") }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    var header = ByteReader(bytes, format: .mus, at: 4)
    let count = Int(try header.little16())
    let start = Int(try header.little16())
    guard start >= Self.headerBytes, start < bytes.count else {
      throw SongFileError(.mus, .damaged("its events start at byte \(start)"), at: 6)
    }
    reader = ByteReader(bytes, format: .mus, at: start)
    if start + count > bytes.count {
      warnings.append(SongFileWarning("the file is shorter than it declares", at: 4))
    }
  }

  consuming func convert() throws(SongFileError) -> SongConversion {
    var isOver = false
    while !isOver {
      let start = reader.offset
      do throws(SongFileError) { isOver = try readEvent() } catch {
        // What precedes the damage plays.
        if builder.eventCount == 0 { throw error }
        warnings.append(SongFileWarning("the song ends at a damaged event", at: start))
        isOver = true
      }
    }
    builder.endTrack()
    return SongConversion(file: builder.file, warnings: warnings)
  }

  /// Reads an event, and the time after it; returns whether it is the end of the song.
  private mutating func readEvent() throws(SongFileError) -> Bool {
    let head = try reader.byte()
    let channel = Self.channel(head & 0x0F)
    switch head >> 4 & 7 {
    case EventType.noteOff: builder.add([0x80 | channel, try reader.byte() & 0x7F, 64])
    case EventType.noteOn:
      let key = try reader.byte()
      if key >= 0x80 { volumes[Int(channel)] = min(try reader.byte(), 127) }
      builder.add([0x90 | channel, key & 0x7F, volumes[Int(channel)]])
    case EventType.bend:
      // 128 is no bend, 64 a semitone; MIDI has 64 times as many steps.
      let bend = Int(try reader.byte()) * 64
      builder.add([0xE0 | channel, UInt8(bend & 0x7F), UInt8(bend >> 7)])
    case EventType.mode:
      let mode = Int(try reader.byte()) - 10
      if Self.modes.indices.contains(mode) { builder.add([0xB0 | channel, Self.modes[mode], 0]) }
    case EventType.controller:
      let (number, value) = (Int(try reader.byte()), min(try reader.byte(), 127))
      if number == 0 {
        builder.add([0xC0 | channel, value])
      } else if Self.controllers.indices.contains(number) {
        builder.add([0xB0 | channel, Self.controllers[number], value])
      }
    case EventType.measure: break
    case EventType.end: return true
    default: throw SongFileError(.mus, .damaged("the type of an event is 7"), at: reader.offset - 1)
    }
    if head >= 0x80 { builder.tick += Int64(try reader.quantity()) }
    return false
  }

  /// Returns the MIDI channel: the last one is percussion, which MIDI has before channel 11.
  private static func channel(_ channel: UInt8) -> UInt8 {
    if channel == 15 { return 9 }
    return channel < 9 ? channel : channel + 1
  }
}
