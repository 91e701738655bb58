import PeachMIDIEvents
import PeachSequencing
import Testing

@testable import PeachSongFormats

/// The events of a looped song are those of a song that was unrolled by hand.
@Suite("Loops of songs")
struct SongLoopTests {
  /// Events of a track at ticks.
  private typealias Track = [(tick: Int, bytes: [UInt8])]

  private static func file(_ tracks: Track..., end: Int) throws -> MIDIFile {
    var file = Array("MThd".utf8) + SongBytes.big(6, 4) + SongBytes.big(1, 2)
    file += SongBytes.big(tracks.count, 2) + SongBytes.big(480, 2)
    for track in tracks {
      var content: [UInt8] = []
      var last = 0
      for event in track + [(end, [0xFF, 0x2F, 0])] {
        content += SongBytes.quantity(event.tick - last) + event.bytes
        last = event.tick
      }
      file += Array("MTrk".utf8) + SongBytes.big(content.count, 4) + content
    }
    return try MIDIFile(bytes: file)
  }

  private static func on(_ key: UInt8, _ channel: UInt8 = 0) -> [UInt8] {
    [0x90 | channel, key, 99]
  }
  private static func off(_ key: UInt8, _ channel: UInt8 = 0) -> [UInt8] {
    [0x80 | channel, key, 64]
  }
  private static func controller(_ number: UInt8, _ value: UInt8) -> [UInt8] {
    [0xB0, number, value]
  }
  private static func marker(_ text: String) -> [UInt8] {
    [0xFF, 6, UInt8(text.utf8.count)] + Array(text.utf8)
  }
  private static func tempo(_ microseconds: Int) -> [UInt8] {
    [0xFF, 0x51, 3] + SongBytes.big(microseconds, 3)
  }

  /// The notes of a song as `frame port status key`, at 48,000 frames per second: 50 per tick.
  private static func notes(_ file: MIDIFile) -> [String] {
    (0..<file.portMap.count).flatMap { port in
      var sequencer = Sequencer(file, port: port, sampleRate: 48_000)
      var notes: [String] = []
      while let event = sequencer.next(atOrBefore: 1 << 40) {
        guard case .message(let message) = event.content,
          message.startsNote || message.endsNote
        else { continue }
        notes.append(
          "\(event.frame) \(port) \(message.startsNote ? "on" : "off") \(message.data1)")
      }
      return notes
    }
  }

  private static func text(
    _ notes: [(tick: Int, isOn: Bool, key: Int)], port: Int = 0
  ) -> [String] {
    notes.map { "\($0.tick * 50) \(port) \($0.isOn ? "on" : "off") \($0.key)" }
  }

  private static func looped(_ file: MIDIFile, _ count: Int) throws -> LoopedSong {
    try #require(try LoopedSong(file, repeating: count))
  }

  // Proves song loop-rpg-maker: not specified, as RPG Maker plays it; exact
  @Test("RPG Maker: controller 111 starts a loop that ends with the song")
  func rpgMaker() throws {
    let file = try Self.file(
      [
        (0, Self.on(60)), (90, Self.off(60)), (100, Self.controller(111, 0)), (100, Self.on(62)),
        (150, Self.off(62)), (200, Self.on(64)), (300, Self.off(64)),
      ], end: 300)
    let song = try Self.looped(file, 2)
    var expected = [(0, true, 60), (90, false, 60)]
    for start in [100, 300, 500] {
      expected += [
        (start, true, 62), (start + 50, false, 62), (start + 100, true, 64),
        (start + 200, false, 64),
      ]
    }
    #expect(Self.notes(song.song) == Self.text(expected))
    #expect(song.song.endTick == 700 && song.loopEndTick == 700)
    #expect(try Self.looped(file, 0).song.endTick == 300)
  }

  @Test(
    "Markers loopStart and loopEnd in any case; the song plays on after the last repetition",
    arguments: [("loopStart", "loopEnd"), ("LOOPSTART", "LoopEnd"), ("Loop Start", "loop_end")])
  func markers(names: (String, String)) throws {
    let file = try Self.file(
      [(100, Self.marker(names.0)), (200, Self.marker(names.1))],
      [
        (0, Self.on(60)), (100, Self.off(60)), (100, Self.on(62)), (200, Self.off(62)),
        (200, Self.on(64)), (250, Self.off(64)),
      ], end: 300)
    let song = try Self.looped(file, 1)
    #expect(
      Self.notes(song.song)
        == Self.text([
          (0, true, 60), (100, false, 60), (100, true, 62), (200, false, 62), (200, false, 60),
          (200, true, 62), (300, false, 62), (300, true, 64), (350, false, 64),
        ]))
    #expect(song.song.endTick == 400 && song.loopEndTick == 300)
  }

  @Test("Without loopStart, the loop is from the start; other texts are no marks")
  func otherMarkers() throws {
    let note: Track = [(0, Self.on(60)), (50, Self.off(60))]
    let file = try Self.file(note + [(100, Self.marker("loopEnd"))], end: 100)
    #expect(try Self.looped(file, 3).song.endTick == 400)
    for text in ["loop", "loopStart2", "xloopEnd", "1"] {
      let other = try Self.file(note + [(60, Self.marker(text))], end: 100)
      #expect(try LoopedSong(other, repeating: 3) == nil)
    }
  }

  // Proves song loop-tracks: EMIDI API 1.1, Controller Definitions, 116, 117; exact
  @Test("EMIDI 1.1, controllers 116 and 117: each track repeats its part; the longest decides")
  func tracks() throws {
    let mark = (start: Self.controller(116, 0), end: Self.controller(117, 127))
    let file = try Self.file(
      [
        (0, mark.start), (0, Self.on(60)), (100, Self.off(60)), (100, mark.end),
      ],
      [
        (50, mark.start), (50, Self.on(70, 1)), (200, Self.off(70, 1)), (200, mark.end),
        (200, Self.on(71, 1)), (210, Self.off(71, 1)),
      ], end: 300)
    let song = try Self.looped(file, 2).song
    // The second track plays from 50 to 200, 350 and 500; the first one at every 100 until then.
    var expected: [(Int, Bool, Int)] = []
    for start in stride(from: 0, to: 500, by: 100) {
      expected += [(start, true, 60), (start + 100, false, 60)]
    }
    for start in [50, 200, 350] { expected += [(start, true, 70), (start + 150, false, 70)] }
    expected += [(500, true, 71), (510, false, 71)]
    #expect(Self.notes(song).sorted() == Self.text(expected).sorted())
    #expect(song.endTick == 700)
  }

  // Proves song loop-global: EMIDI API 1.1, Controller Definitions, 118, 119; exact
  @Test("EMIDI 1.1: the value of 116 or 118 is the number of repetitions, 0 without end")
  func counts() throws {
    for (first, last) in [(116, 117), (118, 119)] as [(UInt8, UInt8)] {
      let file = try Self.file(
        [
          (100, Self.controller(first, 3)), (100, Self.on(60)), (150, Self.off(60)),
          (200, Self.controller(last, 127)), (200, Self.on(62)), (250, Self.off(62)),
        ], end: 300)
      let song = try Self.looped(file, 9)
      #expect(
        Self.notes(song.song)
          == Self.text([
            (100, true, 60), (150, false, 60), (200, true, 60), (250, false, 60),
            (300, true, 60), (350, false, 60), (400, true, 60), (450, false, 60),
            (500, true, 62), (550, false, 62),
          ]))
      #expect(song.song.endTick == 600 && song.loopEndTick == nil)
    }
  }

  @Test("XMIDI: loops are nested; the inner one is repeated in each repetition of the outer one")
  func nested() throws {
    let file = try Self.file(
      [
        (0, Self.controller(116, 1)), (0, Self.on(60)), (10, Self.off(60)),
        (20, Self.controller(116, 2)), (20, Self.on(62)), (30, Self.off(62)),
        (40, Self.controller(117, 127)), (50, Self.controller(117, 127)),
      ], end: 60)
    let song = try Self.looped(file, 5).song
    let keys = Self.notes(song).filter { $0.contains("on") }.map { $0.suffix(2) }
    #expect(keys == ["60", "62", "62", "62", "60", "62", "62", "62"])
    // 60 ticks, 2 repetitions of 20 twice, and one of 90.
    #expect(song.endTick == 60 + 4 * 20 + 50)
  }

  @Test("A jump keeps the tempo of the end until the loop sets its own, as playing on does")
  func tempo() throws {
    // The loop begins in 500,000 µs per quarter note and changes to 250,000 at its middle.
    let file = try Self.file(
      [
        (100, Self.controller(111, 0)), (100, Self.on(60)), (200, Self.tempo(250_000)),
        (300, Self.off(60)),
      ], end: 300)
    let song = try Self.looped(file, 1).song
    // 50 frames per tick to tick 200, then 25.
    #expect(
      Self.notes(song) == [
        "5000 0 on 60", "12500 0 off 60", "12500 0 on 60", "17500 0 off 60",
      ])
  }

  @Test("Notes that began in the loop end with it; those from before it sound on")
  func activeNotes() throws {
    let file = try Self.file(
      [
        (0, Self.on(40)), (100, Self.marker("loopStart")), (150, Self.on(60)),
        (200, Self.marker("loopEnd")), (250, Self.off(60)), (280, Self.off(40)),
      ], end: 300)
    #expect(
      Self.notes(try Self.looped(file, 2).song)
        == Self.text([
          (0, true, 40), (150, true, 60), (200, false, 60), (250, true, 60), (300, false, 60),
          (350, true, 60), (450, false, 60), (480, false, 40),
        ]))
  }

  @Test("Ports stay apart, and a loop of one tick or none has a bound")
  func portsAndBounds() throws {
    let file = try Self.file(
      [(0, [0xFF, 0x21, 1, 0]), (0, Self.on(60)), (100, Self.off(60))],
      [
        (0, [0xFF, 0x21, 1, 1]), (0, Self.controller(111, 0)), (0, Self.on(62)), (50, Self.off(62)),
      ],
      end: 100)
    #expect(
      Self.notes(try Self.looped(file, 1).song)
        == Self.text([(0, true, 60), (100, false, 60), (100, true, 60), (200, false, 60)])
        + Self.text([(0, true, 62), (50, false, 62), (100, true, 62), (150, false, 62)], port: 1))
    let empty = try Self.file(
      [(0, Self.on(60)), (9, Self.controller(116, 0)), (9, Self.controller(117, 127))], end: 9)
    #expect(try Self.looped(empty, 1000).song.endTick == 9)
    let long = try Self.file(
      [(0, Self.controller(116, 0)), (1, Self.controller(117, 127))],
      [(0, Self.controller(116, 0)), (1 << 27, Self.controller(117, 127))], end: 1 << 27)
    #expect(throws: SongLoopError.self) { try LoopedSong(long, repeating: 9) }
  }

  @Test("A fade lasts at least its time within the repetitions, over tempo changes")
  func fade() throws {
    let file = try Self.file(
      [
        (0, Self.tempo(250_000)), (0, Self.on(60)), (5, Self.off(60)), (10, Self.marker("loopEnd")),
      ],
      end: 20)
    let song = try #require(try LoopedSong(file, repeating: 2, fadeSeconds: 3))
    let end = try #require(song.loopEndTick)
    #expect(end == 30)
    let seconds = song.song.duration.seconds - song.song.tempoMap.time(atTick: end).seconds
    #expect(seconds >= 3 && seconds < 7)
  }
}
