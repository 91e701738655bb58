import HostileFiles
import PeachMIDIEvents
import PeachSequencing
import Testing

@testable import PeachSongFormats

@Suite("Songs of Recomposer: repetitions, texts, damage")
struct RCPRepetitionTests {
  private typealias Track = RCPBytes.Track

  /// Returns the keys of the notes of a track in order, with their ticks.
  private static func notes(_ events: [[UInt8]]) throws -> [String] {
    try RCPTests.events(Track(events)).filter { $0.contains(" 90 ") }.map {
      let words = $0.split(separator: " ")
      return "\(words[0]) \(words[2])"
    }
  }

  /// The offset of an event from the header of its track, as an event that repeats its measure.
  private static func same(as event: Int, measure: UInt8 = 0) -> [UInt8] {
    let offset = 44 + 4 * event
    return [0xFC, measure, UInt8(offset & 0xFF), UInt8(offset >> 8)]
  }

  @Test("RCP: loops play as often as their ends say, nested ones, too")
  func loops() throws {
    let nested: [[UInt8]] = [
      [0xF9, 1, 0, 0], [60, 1, 1, 9], [0xF9, 1, 0, 0], [61, 1, 1, 9], [0xF8, 2, 0, 0],
      [0xF8, 3, 0, 0], [62, 1, 1, 9], [0xF8, 5, 0, 0],
    ]
    #expect(
      try Self.notes(nested) == [
        "0 60", "1 61", "2 61", "3 60", "4 61", "5 61", "6 60", "7 61", "8 61", "9 62",
      ])
  }

  @Test("RCP: a loop without end becomes a loop of the song: 3 repetitions are 4 seconds")
  func endlessLoop() throws {
    func song(_ events: [[UInt8]]) throws -> MIDIFile {
      try SongFile(bytes: RCPBytes([Track(events)]).bytes).song
    }
    // One second of loop at 120 quarter notes per minute, after half a second.
    let events: [[UInt8]] = [
      [62, 48, 24, 1], [0xF9, 1, 0, 0], [60, 96, 24, 1], [0xF8, 0, 0, 0],
    ]
    #expect(try song(events).duration.seconds == 1.5)
    let looped = try LoopedSong(song(events), repeating: 3)
    #expect(looped?.song.duration.seconds == 4.5)
    #expect(looped.map { RCPTests.events($0.song).count { $0.contains(" 90 60 ") } } == 4)
    #expect(looped.map { RCPTests.events($0.song).count { $0.contains(" 90 62 ") } } == 1)
    // One with a number is none.
    #expect(
      try LoopedSong(song([[0xF9, 1, 0, 0], [60, 9, 9, 1], [0xF8, 2, 0, 0]]), repeating: 3) == nil)
  }

  @Test("RCP: a repeated measure plays the one at its offset, through other repetitions")
  func sameMeasures() throws {
    let events: [[UInt8]] = [
      [60, 1, 1, 9], [0xFD, 0, 0, 0],  // Measure 0, events 0 and 1.
      [61, 1, 1, 9], [0xFD, 0, 0, 0],  // Measure 1, event 2.
      Self.same(as: 0), Self.same(as: 4, measure: 2),  // Measures 2 and 3.
      Self.same(as: 2), [62, 1, 1, 9], Self.same(as: 5), [63, 1, 1, 9],
    ]
    #expect(
      try Self.notes(events) == [
        "0 60", "1 61", "2 60", "3 60", "4 61", "5 62", "6 60", "7 63",
      ])
    // A repetition within a repeated measure ends it.
    let inner: [[UInt8]] = [
      [60, 1, 1, 9], Self.same(as: 2), [61, 1, 1, 9], [0xFD, 0, 0, 0], Self.same(as: 0),
      [62, 1, 1, 9],
    ]
    #expect(try Self.notes(inner) == ["0 60", "1 61", "2 61", "3 60", "4 62"])
  }

  @Test("RCP: repetitions of themselves, of nothing, and too many of them end with a warning")
  func hostileRepetitions() throws {
    func warnings(_ events: [[UInt8]]) throws -> [String] {
      try SongFile(bytes: RCPBytes([Track(events)]).bytes).song.warnings.map(\.description)
    }
    let note: [UInt8] = [60, 1, 1, 9]
    #expect(try warnings([note, Self.same(as: 1)])[0].contains("repeats none"))
    #expect(try warnings([note, Self.same(as: 2), Self.same(as: 1)])[0].contains("repeats none"))
    #expect(try warnings([note, Self.same(as: 9000)])[0].contains("repeats none"))
    #expect(try warnings([note, [0xF8, 0, 0, 0]])[0].contains("a loop has no start"))
    let start = [[UInt8]](repeating: [0xF9, 1, 0, 0], count: 6)
    let end = [[UInt8]](repeating: [0xF8, 255, 0, 0], count: 6)
    #expect(try warnings(start + [note] + end)[0].contains("too long"))
  }

  // Proves song rcp-exclusive: the public description of RCP; Roland's and Yamaha's manuals; exact
  @Test("RCP: parameters of Roland with checksums, of Yamaha and XG, messages of user and track")
  func exclusives() throws {
    // Bytes 40 01 30 04 have the sum 0x75, so that the checksum is 0x0B.
    var file = RCPBytes([
      Track(
        channel: 2,
        [
          [0xDF, 0, 0x10, 0x42], [0xDD, 0, 0x40, 0x01], [0xDE, 0, 0x30, 0x04],
          [0xD0, 0, 0x02, 0x01], [0xD3, 0, 0x00, 0x05], [0xD1, 0, 0x10, 0x4C],
          [0xD2, 0, 0x20, 0x11],
          [0x91, 0, 0x11, 0x22], [0x98, 0, 0x33, 0x44],
          [0xF7, 0, 0x41, 0x10], [0xF7, 0, 0x42, 0x12], [0xF7, 0, 0x83, 0x40],
          [0xF7, 0, 0x82, 0x80],
          [0xF7, 0, 0x81, 0x84], [0xF7, 0, 0xF7, 0], [0xC1, 0, 0x85, 3],
        ])
    ])
    file.userExclusives = [[], [0x7D, 0x80, 0x81, 0x82, 0xF7]]
    #expect(
      try RCPTests.exclusives(file) == [
        "41 10 42 12 40 01 30 04 0b", "43 10 4c 02 01 00 05", "43 10 4c 02 01 20 11",
        "7d 11 22 02",
        // 40 02 33 44 have the sum 0xB9, 0x39 without the eighth bit: 0x47.
        "41 10 42 12 40 02 33 44 47", "43 12 01 05 03",
      ])
  }

  @Test("RCP: a checksum of bytes above 7F is that of an invalid message, which warns")
  func invalidExclusive() throws {
    let track = Track([
      [0x98, 0, 1, 2], [0xF7, 0, 0x83, 0x7F], [0xF7, 0, 0xFE, 0x84], [0xF7, 0, 0xF7, 0],
      [60, 48, 24, 100],
    ])
    #expect(try RCPTests.exclusives(RCPBytes([track])).isEmpty)
    let song = try SongFile(bytes: RCPBytes([track]).bytes).song
    let texts = song.warnings.map { "\($0)" }
    #expect(texts.contains { $0.contains("System Exclusive message is invalid") })
  }

  @Test("RCP: title, memo, track names and comments are Shift-JIS, even if they could be Latin")
  func texts() throws {
    // カナ in one byte each, which the statistics of languages could take for letters.
    var file = RCPBytes([
      Track(
        name: [0x83, 0x73, 0x83, 0x41, 0x83, 0x6D],
        [
          [0xF6, 0, 0x8E, 0xF0], [0xF7, 0, 0x21, 0x20], [60, 1, 1, 1],
        ])
    ])
    file.title = [0xB6, 0xC5]
    file.memo = [[], Array("2nd".utf8)]
    let song = try SongFile(bytes: file.bytes).song
    let texts = song.tracks.flatMap(\.events).compactMap { event -> String? in
      guard case .meta(.text(_, let range)) = event.content else { return nil }
      return String(decoding: song.bytes[range.offset..<range.offset + range.count], as: UTF8.self)
    }
    #expect(texts == ["ｶﾅ", "2nd", "ピアノ", "酒!"])
  }

  @Test("RCP: version 3 is named in the error, and setup files in a warning")
  func others() throws {
    let later = Array("COME ON MUSIC RECOMPOSER RCP3.0\0".utf8) + [UInt8](repeating: 0, count: 4000)
    do {
      _ = try SongFile(bytes: later)
      Issue.record("version 3 is read")
    } catch {
      #expect(error.description.contains("version 3 (.g36, .g18) is not supported"))
    }
    var file = RCPBytes([Track([[60, 1, 1, 1]])])
    file.setupFile = Array("SONG.GSD".utf8)
    let warnings = try SongFile(bytes: file.bytes).song.warnings.map(\.description)
    #expect(warnings.count == 1 && warnings[0].contains("its setup file SONG.GSD is not read"))
  }

  @Test("RCP: cut at every byte, a file plays up to there with a warning, or is an error")
  func damage() throws {
    var file = RCPBytes([Track([[60, 1, 1, 1], [61, 1, 1, 1]]), Track([[62, 1, 1, 1]])])
    file.trackCount = 2
    let bytes = file.bytes
    var played = 0
    for count in 0..<bytes.count {
      guard let song = try? SongFile(bytes: Array(bytes[..<count])).song else { continue }
      #expect(!song.warnings.isEmpty, "\(count) of \(bytes.count)")
      played += 1
    }
    #expect(played > 50)
    #expect(try SongFile(bytes: bytes).song.warnings.isEmpty)
    // The size of a track beyond 65,535 bytes is too small: the end of the track decides.
    let long = [[UInt8]](repeating: [60, 1, 1, 1], count: 20_000)
    #expect(try RCPTests.events(Track(long), Track([[62, 1, 1, 1]])).count == 40_002)
  }
}
