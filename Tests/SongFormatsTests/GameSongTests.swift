import HostileFiles
import PeachMIDIEvents
import PeachSequencing
import Testing

@testable import PeachSongFormats

@Suite("Songs of games")
struct GameSongTests {
  private typealias Bytes = GameSongBytes

  /// Returns the messages of a song as `frame status data data` at 48,000 frames per second.
  private static func events(_ bytes: [UInt8], song: Int = 1) throws -> [String] {
    let file = try SongFile(bytes: bytes, song: song).song
    var sequencer = Sequencer(file, sampleRate: 48_000)
    var events: [String] = []
    while let event = sequencer.next(atOrBefore: 1 << 40) {
      guard case .message(let message) = event.content else { continue }
      let status = String(message.status, radix: 16)
      events.append("\(event.frame) \(status) \(message.data1) \(message.data2)")
    }
    return events
  }

  private static func warnings(_ bytes: [UInt8]) throws -> [String] {
    try SongFile(bytes: bytes).song.warnings.map(\.description)
  }

  // MARK: XMIDI

  // Proves song xmidi: EA IFF 85 and the public description of XMIDI; exact
  @Test("XMIDI: 120 ticks per second, delays are sums of bytes, notes have durations")
  func xmidi() throws {
    let events: [UInt8] =
      [0xC3, 42, 0x93, 60, 100] + Bytes.quantity(240) + Bytes.delay(300) + [0x93, 62, 90]
      + Bytes.quantity(60) + Bytes.delay(60) + [0xB3, 7, 99]
    for hasDirectory in [true, false] {
      let file = Bytes.xmidi([events], hasDirectory: hasDirectory)
      // 400 frames per tick. The end of the second note precedes what follows it.
      #expect(
        try Self.events(file) == [
          "0 c3 42 0", "0 93 60 100", "96000 83 60 64", "120000 93 62 90", "144000 83 62 64",
          "144000 b3 7 99",
        ])
      #expect(try SongFile(bytes: file).formatName == "XMIDI" && Self.warnings(file).isEmpty)
    }
  }

  @Test("XMIDI: tempo events have no effect, and its own controllers are no MIDI controllers")
  func xmidiControllers() throws {
    var events: [UInt8] = [0xFF, 0x51, 3, 1, 2, 3, 0xFF, 0x58, 4, 3, 2, 24, 8]
    for controller: UInt8 in Array(110...115) + [118, 119, 120] { events += [0xB0, controller, 1] }
    events += [0x90, 60, 1, 1] + Bytes.delay(240) + [0xB0, 10, 5]
    #expect(
      try Self.events(Bytes.xmidi([events])) == ["0 90 60 1", "400 80 60 64", "96000 b0 10 5"])
  }

  @Test("XMIDI: a file has several songs; another number is an error")
  func xmidiSongs() throws {
    let songs = (0..<3).map { [0x90, UInt8(60 + $0), 100, 10] as [UInt8] }
    let file = Bytes.xmidi(songs)
    for number in 1...3 {
      #expect(try Self.events(file, song: number)[0] == "0 90 \(59 + number) 100")
    }
    #expect(try SongFile(bytes: file).songCount == 3)
    for number in [0, 4] {
      #expect(throws: SongFileError.self) { try SongFile(bytes: file, song: number) }
    }
    #expect(try SongFile(bytes: GzipBytes.file(file), song: 2).formatName == "XMIDI in gzip")
  }

  @Test("XMIDI: FOR n plays n times, 0 without end; NEXT jumps, BREAK and FOR 1 do not")
  func xmidiLoops() throws {
    func song(_ start: UInt8, _ end: UInt8) throws -> MIDIFile {
      let events: [UInt8] =
        [0xB0, 116, start, 0x90, 60, 100, 5] + Bytes.delay(120) + [0xB0, 117, end]
      return try SongFile(bytes: Bytes.xmidi([events])).song
    }
    // A second, n times.
    for count in 2...4 {
      let looped = try LoopedSong(song(UInt8(count), 127), repeating: 9)
      #expect(looped?.song.duration.seconds == Double(count))
    }
    #expect(try LoopedSong(song(0, 64), repeating: 9)?.song.duration.seconds == 10)
    #expect(try LoopedSong(song(1, 127), repeating: 9) == nil)
    #expect(try LoopedSong(song(0, 63), repeating: 9) == nil)
  }

  @Test("XMIDI: chunks of odd sizes with and without a pad byte, wrong counts, cut files")
  func xmidiDamage() throws {
    let events: [UInt8] = [0xC0, 1, 0x90, 60, 100, 10, 5, 0xB0, 7, 1]
    let file = Bytes.xmidi([events, events + [1]])
    // Each form's events end at an even offset or have a pad byte; without it:
    let first = Array("FORM".utf8) + [0, 0, 0, 21] + Array("XMIDEVNT".utf8) + [0, 0, 0, 9]
    let odd = first + [0x90, 60, 100, 10, 5, 0, 0xFF, 0x2F, 0]
    #expect(
      try Self.events(Array("CAT ".utf8) + [0, 0, 0, 62] + Array("XMID".utf8) + odd + odd)
        .count == 2)
    #expect(
      try SongFile(
        bytes: Array("CAT ".utf8) + [0, 0, 0, 62] + Array("XMID".utf8) + odd + odd
      ).songCount == 2)
    var wrong = file
    wrong[20] = 9
    #expect(try Self.warnings(wrong)[0].contains("declares 9 songs instead of 2"))
    var played = 0
    for count in 0..<file.count {
      if let song = try? SongFile(bytes: Array(file[..<count])) {
        #expect(!song.song.warnings.isEmpty || count >= file.count - 2)
        played += 1
      }
    }
    #expect(played > 10)
    let damaged: [UInt8] = [0x90, 60, 100, 10, 5, 0xF4, 1]
    #expect(try Self.warnings(Bytes.xmidi([damaged]))[0].contains("ends at a damaged event"))
  }

  // MARK: MUS

  // Proves song mus: the public description of MUS; exact
  @Test("MUS: 140 ticks per second, the last channel is percussion, volumes persist")
  func mus() throws {
    let events: [UInt8] = [
      // Program 42 of channel 1; a note with volume 90, and a delay of 70 ticks.
      0x40, 0, 42, 0x10 | 0x80, 0x80 | 60, 90, 70,
      // Channel 16: a note without a volume, and channel 10, which is MIDI's 11.
      0x1F, 38, 0x19, 64,
      // The note ends; another one repeats the volume; 140 ticks in two bytes.
      0x00, 60, 0x80 | 0x10, 62, 0x81, 0x0C,
      0x00, 62, 0x60,
    ]
    // 48,000 / 140 frames per tick: 70 ticks are 24,000.
    #expect(
      try Self.events(Bytes.mus(events)) == [
        "0 c0 42 0", "0 90 60 90", "24000 99 38 127", "24000 9a 64 127", "24000 80 60 64",
        "24000 90 62 90", "72000 80 62 64",
      ])
    #expect(try SongFile(bytes: Bytes.mus(events)).formatName == "MUS")
    #expect(try Self.warnings(Bytes.mus(events)).isEmpty)
  }

  @Test("MUS: the ten controllers, the five channel modes, and 64 steps of a bend per semitone")
  func musControllers() throws {
    var events: [UInt8] = []
    for number: UInt8 in 1...9 { events += [0x42, number, number] }
    for mode: UInt8 in 10...14 { events += [0x32, mode] }
    for bend: UInt8 in [0, 64, 128, 192, 255] { events += [0x22, bend] }
    events += [0x52, 0x42, 3, 200, 0x60]
    let controllers = [0, 1, 7, 10, 11, 91, 93, 64, 67].enumerated().map {
      "0 b2 \($1) \($0 + 1)"
    }
    let modes = [120, 123, 126, 127, 121].map { "0 b2 \($0) 0" }
    // MIDI's 8,192 is no bend and a step of the song 64: a semitone is half of the range of two.
    let bends = [0, 64, 128, 192, 255].map { "0 e2 \(($0 * 64) % 128) \($0 * 64 / 128)" }
    #expect(try Self.events(Bytes.mus(events)) == controllers + modes + bends + ["0 b2 7 127"])
  }

  @Test("MUS: what precedes damage or the end of the file plays, with a warning")
  func musDamage() throws {
    let valid = Bytes.mus([0x90, 0x80 | 60, 90, 70, 0, 60, 0x60])
    for count in valid.count - 4..<valid.count {
      let cut = Array(valid[..<count])
      #expect(try Self.events(cut)[0] == "0 90 60 90")
      #expect(try Self.warnings(cut).count == 2)
    }
    for count in 4..<valid.count - 4 {
      #expect(throws: SongFileError.self) { try SongFile(bytes: Array(valid[..<count])) }
    }
    let unknown = Bytes.mus([0x90, 0x80 | 60, 90, 70, 0x70, 1, 0x60])
    #expect(try Self.warnings(unknown)[0].contains("ends at a damaged event"))
    #expect(throws: SongFileError.self) { try SongFile(bytes: Bytes.mus([0x70])) }
  }

  // MARK: HMI and HMP

  // Proves song hmi: the public description of HMI; exact
  @Test("HMI: delays of MIDI files, notes with durations, running status, events of its own")
  func hmi() throws {
    let first: [UInt8] =
      [0, 0xC0, 42, 0, 0x90, 60, 100] + Bytes.quantity(200) + Bytes.quantity(240)
      + [62, 90, 60, 0, 0xFE, 0x10, 1, 2, 3, 9, 9, 9, 0, 0, 0, 0]
      + [0, 0xFE, 0x12, 0, 0, 0, 0xFE, 0x13] + [UInt8](repeating: 0, count: 10)
      + [60, 0xB0, 7, 99]
    let file = Bytes.hmi([first, [120, 0x99, 38, 80, 1]])
    #expect(
      try Self.events(file) == [
        "0 c0 42 0", "0 90 60 100", "48000 99 38 80", "48400 89 38 64", "80000 80 60 64",
        "96000 90 62 90", "120000 80 62 64", "120000 b0 7 99",
      ])
    #expect(try SongFile(bytes: file).formatName == "HMI" && Self.warnings(file).isEmpty)
    // The rate in the header: 240 ticks per second.
    #expect(
      try Self.events(
        Bytes.hmi(rate: 240, [[240, 0x90, 60, 1, 1]].map { [0x81, 0x70] + $0.dropFirst() }))[0]
        == "48000 90 60 1")
  }

  // Proves song hmi: the public description of HMI; exact
  @Test("HMI: events FE 14 and FE 15 are the marks of the song's loop")
  func hmiLoop() throws {
    let track: [UInt8] =
      [0, 0xFE, 0x14, 0, 0, 0, 0x90, 60, 100, 10, 120, 0xFE, 0x15] + [UInt8](repeating: 0, count: 6)
    let song = try SongFile(bytes: Bytes.hmi([track])).song
    #expect(try LoopedSong(song, repeating: 2)?.song.duration.seconds == 3)
  }

  // Proves song hmp: the public description of HMP; exact
  @Test("HMP: delays with the lowest group first, note-offs, both places of the first chunk")
  func hmp() throws {
    let events: [UInt8] =
      [0x80, 0xC0, 42, 0x80, 0x90, 60, 100] + Bytes.reversedQuantity(300) + [0x80, 60, 0]
      + Bytes.reversedQuantity(60) + [0xB0, 7, 99, 0x80, 0xB0, 110, 255]
    for isLater in [false, true] {
      let file = Bytes.hmp(isLater: isLater, [[], events])
      #expect(
        try Self.events(file) == [
          "0 c0 42 0", "0 90 60 100", "120000 80 60 0", "144000 b0 7 99", "144000 b0 110 127",
        ])
      #expect(try SongFile(bytes: file).formatName == "HMP" && Self.warnings(file).isEmpty)
    }
  }

  @Test("HMI, HMP: cut files play up to the cut with a warning, or are errors")
  func damage() throws {
    let hmi = Bytes.hmi([[0, 0xC0, 1, 0, 0x90, 60, 100, 10], [0, 0x91, 62, 100, 10]])
    let hmp = Bytes.hmp([[], [0x80, 0xC0, 1, 0x80, 0x90, 60, 100, 0xFF, 0x80, 60, 0]])
    for file in [hmi, hmp] {
      var played = 0
      for count in stride(from: 0, to: file.count, by: 1) {
        guard let song = try? SongFile(bytes: Array(file[..<count])) else { continue }
        #expect(!song.song.warnings.isEmpty, "\(count) of \(file.count)")
        played += 1
      }
      #expect(played > 5 && played < 200)
    }
  }
}
