/// Reads the events of an XMIDI song: 120 ticks per second, delays before events that are not 0,
/// and notes with durations instead of note-offs.
struct XMIDIEventReader {
  /// The number of ticks in a second; tempo events have no effect.
  static let ticksPerSecond = 120
  /// The controllers that have a meaning in XMIDI only, without those of loops. 120 is not "all
  /// sound off".
  private static let ownControllers: Set<UInt8> = [110, 111, 112, 113, 114, 115, 118, 119, 120]
  private static let loopStart: UInt8 = 116
  private static let loopEnd: UInt8 = 117
  private static let largestLoopDepth = 4

  private var reader: ByteReader
  private(set) var builder = SongBuilder(ticksPerSecond: ticksPerSecond)
  private(set) var warnings: [SongFileWarning] = []
  /// The loops that begin and are not over yet: the indices of their events in the builder; `nil`
  /// for those that play once.
  private var open: [Int?] = []

  init(_ bytes: [UInt8], in range: Range<Int>) {
    reader = ByteReader(bytes, format: .xmidi, at: range.lowerBound, end: range.upperBound)
  }

  mutating func read() throws(SongFileError) {
    var isOver = false
    while !isOver {
      let start = reader.offset
      do throws(SongFileError) {
        while let delay = reader.nextByte, delay < 0x80 {
          try reader.skip(1)
          builder.tick += Int64(delay)
        }
        isOver = try readEvent(status: try reader.byte())
      } catch {
        // What precedes the damage plays.
        if builder.eventCount == 0 { throw error }
        warnings.append(SongFileWarning("the song ends at a damaged event", at: start))
        isOver = true
      }
    }
    builder.endTrack()
  }

  /// Reads an event; returns whether it is the end of the song.
  private mutating func readEvent(status: UInt8) throws(SongFileError) -> Bool {
    let channel = status & 0x0F
    switch status {
    case 0x90...0x9F:
      let (key, velocity) = (try data(), try data())
      let duration = Int64(try reader.quantity())
      builder.addNote(channel: channel, key: key, velocity: velocity, duration: duration)
    case 0xB0...0xBF:
      let (controller, value) = (try data(), try data())
      addController(controller, value, channel: channel)
    case 0x80...0xBF, 0xE0...0xEF:
      let (first, second) = (try data(), try data())
      builder.add([status, first, second])
    case 0xC0...0xDF:
      let value = try data()
      builder.add([status, value])
    case 0xF0:
      let count = try reader.quantity()
      builder.addExclusive(try reader.content(count))
    case 0xFF:
      let type = try reader.byte()
      let count = try reader.quantity()
      let content = try reader.content(count)
      if type == 0x2F { return true }
      // Tempo and meter do not apply to these ticks.
      if 1...9 ~= type { builder.addMeta(type, content) }
    default:
      throw SongFileError(.xmidi, .damaged("a status byte is invalid"), at: reader.offset - 1)
    }
    return false
  }

  private mutating func data() throws(SongFileError) -> UInt8 {
    let byte = try reader.byte()
    if byte < 0x80 { return byte }
    throw SongFileError(.xmidi, .damaged("a data byte is invalid"), at: reader.offset - 1)
  }

  /// Adds a controller. A loop that plays n times is repeated n − 1 times (EMIDI); one that plays
  /// once, or that is broken off, is none.
  private mutating func addController(_ controller: UInt8, _ value: UInt8, channel: UInt8) {
    switch controller {
    case Self.loopStart:
      guard open.count < Self.largestLoopDepth else { return }
      open.append(value == 1 ? nil : builder.eventCount)
      if value != 1 { builder.add([0xB0 | channel, controller, value == 0 ? 0 : value - 1]) }
    case Self.loopEnd:
      guard let start = open.popLast() ?? nil else { return }
      // NEXT, or else BREAK.
      if value >= 64 {
        builder.add([0xB0 | channel, controller, 127])
      } else {
        builder.removeEvent(at: start)
      }
    case _ where Self.ownControllers.contains(controller): break
    default: builder.add([0xB0 | channel, controller, value])
    }
  }
}
