import PeachMIDIEvents
import Testing

@testable import PeachSequencing

/// Expected times follow from Standard MIDI Files 1.0: 96 ticks per quarter note, 120 quarter notes
/// per minute unless a tempo event changes it.
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
    #expect(outline.channels.channels == [1, 9])
  }

  /// The notes of a track, with their deviations in cents rounded to a thousandth.
  private func deviations(_ track: [UInt8]) throws -> [[[Double]]] {
    SongOutline(try file(track)).notes.map { note in
      note.deviations.map { [$0.seconds, ($0.cents * 1000).rounded() / 1000] }
    }
  }

  // MIDI 1.0: 14 bits of pitch bend, ±2 semitones until RPN 0 changes it; RPN 1 and 2.
  @Test("Bends and tunings of its channel deviate a note, until it ends")
  func bends() throws {
    // +50 cents before the note, +100 in its middle, none for the other channel, and 0 after it.
    let bends: [UInt8] = [
      0, 0xE0, 0, 80, 0, 0x90, 60, 100, 0, 0x91, 60, 100, 96, 0xE0, 0, 96, 96, 0x80, 60, 0, 0, 0xE0,
      0, 64, 0, 0x81, 60, 0,
    ]
    #expect(try deviations(bends) == [[[0, 50], [0.5, 100]], []])
    let outline = SongOutline(try file(bends))
    #expect(abs(outline.notes[0].meanCents - 75) < 1e-9 && outline.notes[1].meanCents == 0)
    // A range of 12 semitones (RPN 0), and −25 cents (RPN 1: 6,144 of 16,384).
    let parameters: [UInt8] = [
      0, 0xB0, 101, 0, 0, 0xB0, 100, 0, 0, 0xB0, 6, 12, 0, 0xB0, 100, 1, 0, 0xB0, 6, 48, 0, 0x90,
      60, 100, 96, 0xE0, 0, 96, 96, 0x80, 60, 0,
    ]
    #expect(try deviations(parameters) == [[[0, -25], [0.5, 575]]])
    // Percussion has no tuning.
    let percussion = parameters.map { $0 & 0xF0 == 0xB0 || $0 & 0xE0 == 0x80 ? $0 | 9 : $0 }
    #expect(try deviations(percussion) == [[]])
  }

  // MIDI Tuning Standard: scale/octave tuning of one byte, 64 is 0 and each step a cent.
  @Test("A real-time tuning deviates notes that are down, another one only those after it")
  func octaveTuning() throws {
    func track(_ kind: UInt8) -> [UInt8] {
      [
        0, 0x90, 64, 100, 96, 0xF0, 20, kind, 127, 8, 8, 3, 127, 127, 64, 64, 64, 64, 50, 64, 64,
        64, 64,
        64, 64, 64, 0xF7, 96, 0x80, 64, 0, 0, 0x90, 64, 100, 96, 0x80, 64, 0,
      ]
    }
    #expect(try deviations(track(0x7F)) == [[[0, 0], [0.5, -14]], [[1, -14]]])
    #expect(try deviations(track(0x7E)) == [[], [[1, -14]]])
  }

  // MPE 1.0: member channels bend by ±48 semitones, and their manager by ±2.
  @Test("Bends of an MPE zone and of its member are added")
  func zone() throws {
    let track: [UInt8] = [
      0, 0xB0, 101, 0, 0, 0xB0, 100, 6, 0, 0xB0, 6, 15, 0, 0xE0, 0, 80, 0, 0xE1, 0, 65, 0, 0x91, 60,
      100, 0, 0x92, 60, 100, 96, 0x81, 60, 0, 0, 0x82, 60, 0,
    ]
    // 128 of 8,192 are 75 cents of 4,800.
    #expect(try deviations(track) == [[[0, 125]], [[0, 50]]])
  }

  @Test("Changes within 10 ms are one")
  func fastBends() throws {
    // Every tick, 5.2 ms, a step of 1/64 of 200 cents.
    let bends = (1...32).flatMap { step -> [UInt8] in [1, 0xE0, 0, UInt8(64 + step)] }
    let track: [UInt8] = [0, 0x90, 60, 100] + bends + [1, 0x80, 60, 0]
    let note = try #require(SongOutline(try file(track)).notes.first)
    #expect(note.deviations.count == 17 && note.deviations.last?.cents == 100)
    // The mean of a ramp to 100 cents.
    #expect(abs(note.meanCents - 50) < 3)
  }

  @Test("Bars follow the time signatures; one within a bar starts a new bar")
  func bars() throws {
    // 4/4, and 3/8 from tick 480, a quarter note into the second bar; 720 ticks in total.
    let outline = SongOutline(
      try file([0x83, 0x60, 0xFF, 0x58, 4, 3, 3, 24, 8, 0x81, 0x70, 0xFF, 0x01, 0]))
    // At 0 and 384; a bar of 3/8 has 144 ticks. A tick is 1/192 s.
    #expect(outline.bars == [0, 384, 480, 624].map { Double($0) / 192 })
  }

  @Test("Positions and bars are exact at every bar of a tempo without a whole number of frames")
  func positions() throws {
    // 70 quarter notes per minute: 857,143 µs each, 96 ticks; 3/4.
    let outline = SongOutline(
      try file(
        [0, 0xFF, 0x51, 3, 0x0D, 0x14, 0x37, 0, 0xFF, 0x58, 4, 3, 2, 24, 8]
          + [0xC8, 0, 0xFF, 0x01, 0]))
    #expect(outline.bars.count > 30)
    for bar in 1...30 {
      let frames = try #require(outline.frames(ofBar: bar, sampleRate: 48_000))
      // Times are rounded to the nearest frame.
      #expect(frames.lowerBound == Int64((Double(bar - 1) * 3 * 0.857143 * 48_000).rounded()))
      for (offset, expected) in [(Int64(0), (bar, 1)), (41_143, (bar, 2)), (-1, (bar - 1, 3))] {
        let frame = frames.lowerBound + offset
        guard frame >= 0 else { continue }
        let position = outline.musicalPosition(atFrame: frame, sampleRate: 48_000)
        #expect(position?.bar == expected.0 && position?.beat == expected.1)
        #expect(abs((position?.quarterNotesPerMinute ?? 0) - 70) < 1e-4)
      }
    }
    #expect(outline.frames(ofBar: outline.bars.count + 1, sampleRate: 48_000) == nil)
    #expect(outline.frames(ofBar: 0, sampleRate: 48_000) == nil)
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
