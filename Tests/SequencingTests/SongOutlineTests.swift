import PeachMIDIEvents
import Testing

@testable import PeachSequencing

/// Expected times follow from Standard MIDI Files 1.0: 96 ticks per quarter note, 120 quarter notes per
/// minute unless a tempo event changes it.
@Suite("The outline of a song")
struct SongOutlineTests {
  private func file(division: [UInt8] = [0, 96], _ tracks: [UInt8]...) throws -> MIDIFile {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, UInt8(tracks.count)] + division
    for track in tracks {
      let events = track + [0, 0xFF, 0x2F, 0]
      bytes += Array("MTrk".utf8) + [0, 0, 0, UInt8(events.count)] + events
    }
    return try MIDIFile(bytes: bytes)
  }

  @Test("Notes last from key-down to key-up, in any track and tempo")
  func notes() throws {
    let outline = SongOutline(
      try file(
        // 500,000 µs, and 1,000,000 µs from the second quarter note.
        [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 96, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40],
        [0, 0x91, 60, 100, 96, 0x91, 64, 90, 96, 0x81, 60, 0, 0, 0x91, 64, 0],
        // The same key twice: the first release ends the first note. One is not released.
        [0, 0x99, 35, 1, 48, 0x99, 35, 1, 48, 0x89, 35, 0, 96, 0xFF, 0x01, 0]))
    #expect(
      outline.notes == [
        .init(channel: 1, key: 60, startSeconds: 0, endSeconds: 1.5),
        .init(channel: 9, key: 35, startSeconds: 0, endSeconds: 0.5),
        .init(channel: 9, key: 35, startSeconds: 0.25, endSeconds: 1.5),
        .init(channel: 1, key: 64, startSeconds: 0.5, endSeconds: 1.5),
      ])
    #expect(outline.channels == 1 << 1 | 1 << 9)
  }

  @Test("Bars follow the time signatures; one within a bar starts a new bar")
  func bars() throws {
    // 4/4, and 3/8 from tick 480, a quarter note into the second bar; 720 ticks in total.
    let outline = SongOutline(
      try file([0x83, 0x60, 0xFF, 0x58, 4, 3, 3, 24, 8, 0x81, 0x70, 0xFF, 0x01, 0]))
    // At 0 and 384; a bar of 3/8 has 144 ticks. A tick is 1/192 s.
    #expect(outline.bars == [0, 384, 480, 624].map { Double($0) / 192 })
  }

  @Test("Without time signature a bar has four quarter notes; with time code there are none")
  func commonTime() throws {
    let track: [UInt8] = [0x87, 0, 0xFF, 0x01, 0]  // 896 ticks.
    #expect(SongOutline(try file(track)).bars == [0, 2, 4])
    // 25 frames of 40 ticks.
    #expect(SongOutline(try file(division: [0xE7, 40], track)).bars.isEmpty)
    // A numerator of 0 is ignored.
    let damaged: [UInt8] = [0, 0xFF, 0x58, 4, 0, 2, 24, 8] + track
    #expect(SongOutline(try file(damaged)).bars == [0, 2, 4])
  }

  @Test("Lyrics and markers have their times; text is UTF-8 or ISO 8859-1")
  func texts() throws {
    let outline = SongOutline(
      try file(
        [96, 0xFF, 0x05, 2, 0xC3, 0xA9, 0, 0xFF, 0x06, 1, 0xE9], [0, 0xFF, 0x03, 1, 0x41]))
    #expect(
      outline.texts == [
        .init(kind: .trackName, seconds: 0, text: "A"),
        .init(kind: .lyric, seconds: 0.5, text: "é"),
        .init(kind: .marker, seconds: 0.5, text: "é"),
      ])
  }
}
