import PeachMIDIEvents
import Testing

@Suite("Events of a file for a player")
struct PlaybackEventTests {
  private static func file(division: [UInt8], _ tracks: [[UInt8]]) throws -> MIDIFile {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, UInt8(tracks.count)] + division
    for track in tracks {
      bytes += Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
    }
    return try MIDIFile(bytes: bytes)
  }

  @Test("Events are in the order of their ticks, then of their tracks")
  func order() throws {
    let first: [UInt8] = [
      0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 10, 0xFF, 0x05, 2, 0x6C, 0x61, 0, 0xFF, 0x2F, 0,
    ]
    let second: [UInt8] = [
      10, 0x90, 60, 100, 0, 0xF0, 4, 0x7E, 0x7F, 0x09, 0xF7, 5, 0x80, 60, 0, 0, 0xFF, 0x2F, 0,
    ]
    let file = try Self.file(division: [0, 96], [first, second])
    let events = file.playbackEvents()
    #expect(events.map(\.tick) == [0, 10, 10, 10, 15])
    #expect(events.first?.content == .tempo(microsecondsPerQuarterNote: 500_000))
    guard case .lyric(let lyric) = events[1].content,
      case .message(let message) = events[2].content,
      case .systemExclusive(let exclusive) = events[3].content
    else { return #expect(Bool(false), "\(events)") }
    #expect(Array(file.bytes[lyric]) == Array("la".utf8))
    #expect(message.status == 0x90 && message.data1 == 60 && message.data2 == 100)
    #expect(Array(file.bytes[exclusive]) == [0x7E, 0x7F, 0x09])
    #expect(file.endTick == 15 && file.ticksPerQuarterNote == 96)
  }

  @Test("With SMPTE time code, half a second stands for a quarter note")
  func timeCode() throws {
    // 25 frames of 40 ticks: a millisecond a tick.
    let file = try Self.file(division: [0xE7, 40], [[0, 0xFF, 0x2F, 0]])
    #expect(file.ticksPerQuarterNote == 500)
  }

  // GS: Roland SC-88 manual, 40 00 7F, 40 1x 15 and 40 01 33. Key tuning: MIDI Tuning, 08 02.
  @Test("System Exclusive messages tell what they change")
  func changes() {
    func changes(_ bytes: [UInt8]) -> [SystemExclusiveChanges.Change] {
      bytes.withUnsafeBytes { Array(SystemExclusiveChanges(of: $0)) }
    }
    #expect(changes([0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41]) == [.reset])
    #expect(changes([0x7E, 0x7F, 0x09, 0x01]) == [.reset])
    #expect(
      changes([0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 1, 0x19]) == [.isRhythm(true, part: 0)])
    #expect(changes([0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x33, 0x7F, 0x0D]) == [.effects])
    #expect(
      changes([0x7F, 0x7F, 0x08, 0x02, 3, 1, 60, 61, 0x40, 0])
        == [.tuning(noteNumber: 61.5, key: 60, program: 3, bank: 0)])
    #expect(changes([1, 2, 3]) == [])
  }
}
