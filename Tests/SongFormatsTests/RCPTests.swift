import HostileFiles
import PeachMIDIEvents
import PeachSequencing
import Testing

@testable import PeachSongFormats

/// Songs of Recomposer, built from the public description of the format (RCPFormat.txt of
/// ValleyBell's MidiConverters).
@Suite("Songs of Recomposer")
struct RCPTests {
  typealias Track = RCPBytes.Track

  /// Returns the messages as `tick status data data`, at 48 ticks per quarter note.
  static func events(_ song: MIDIFile) -> [String] {
    song.tracks.flatMap(\.events).compactMap { event -> String? in
      guard case .message(let message) = event.content else { return nil }
      let status = String(message.status, radix: 16)
      return "\(event.tick) \(status) \(message.data1) \(message.data2)"
    }
  }

  static func events(_ tracks: Track..., file change: (inout RCPBytes) -> Void = { _ in }) throws
    -> [String]
  {
    var file = RCPBytes(tracks)
    change(&file)
    return events(try SongFile(bytes: file.bytes).song)
  }

  /// Returns the contents of System Exclusive messages in hexadecimal.
  static func exclusives(_ file: RCPBytes) throws -> [String] {
    let song = try SongFile(bytes: file.bytes).song
    return song.tracks.flatMap(\.events).compactMap { event -> String? in
      guard case .systemExclusive(let packet) = event.content else { return nil }
      let range = packet.range
      return song.bytes[range.offset..<range.offset + range.count]
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
  }

  // Proves song rcp: the public description of RCP; exact
  @Test("RCP: notes sound for their gate, and the next event follows after the step")
  func notes() throws {
    let events = try Self.events(
      Track(
        channel: 3,
        [
          [0xEC, 0, 42, 0], [60, 48, 24, 100], [62, 48, 48, 90], [0xFD, 9, 0, 0], [64, 24, 12, 80],
        ]))
    #expect(
      events == [
        "0 c3 42 0", "0 93 60 100", "24 83 60 64", "48 93 62 90", "96 83 62 64", "96 93 64 80",
        "108 83 64 64",
      ])
    // At 120 quarter notes per minute and 48 ticks, the end at tick 120 is after 1.25 s.
    let song = try SongFile(
      bytes: RCPBytes([Track([[60, 48, 24, 100], [0, 72, 0, 0]])]).bytes)
    #expect(song.song.duration.seconds == 1.25 && song.formatName == "RCP")
    #expect(song.song.warnings.isEmpty)
  }

  @Test("RCP: a gate beyond the next note of the key ties both; one to it does not")
  func ties() throws {
    let tied = try Self.events(Track([[60, 48, 49, 100], [60, 48, 24, 90]]))
    #expect(tied == ["0 90 60 100", "72 80 60 64"])
    let separate = try Self.events(Track([[60, 48, 48, 100], [60, 48, 24, 90]]))
    #expect(separate == ["0 90 60 100", "48 80 60 64", "48 90 60 90", "72 80 60 64"])
    // Without gate or velocity, an event is a rest.
    #expect(try Self.events(Track([[60, 48, 0, 100], [60, 48, 24, 0]])).isEmpty)
  }

  @Test("RCP: KEY+ and play bias transpose, 0x74 is an octave down; rhythm tracks stay")
  func transposition() throws {
    func key(_ key: UInt8, bias: Int8) throws -> [String] {
      try Self.events(Track(key: key, [[60, 48, 24, 100]])) { $0.playBias = bias }
        .prefix(1).map { String($0) }
    }
    #expect(try key(0, bias: 0) == ["0 90 60 100"])
    #expect(try key(0x0C, bias: 0) == ["0 90 72 100"])
    #expect(try key(0x74, bias: 0) == ["0 90 48 100"])
    #expect(try key(0x74, bias: -2) == ["0 90 46 100"])
    #expect(try key(0x80, bias: -2) == ["0 90 60 100"])
    #expect(try key(0x8C, bias: 5) == ["0 90 60 100"])
    // Beyond MIDI's keys there is a warning, and no note.
    let song = try SongFile(bytes: RCPBytes([Track(key: 0x3F, [[100, 1, 1, 1]])]).bytes).song
    #expect(Self.events(song).isEmpty && song.warnings.count == 1)
  }

  @Test("RCP: ST+ moves a track; without a number of tracks it may have no sign; MUTE silences")
  func startTicks() throws {
    func first(_ startTick: UInt8, count: UInt8) throws -> String? {
      try Self.events(Track(startTick: startTick, [[0, 10, 0, 0], [60, 48, 24, 100]])) {
        $0.trackCount = count
      }.first
    }
    #expect(try first(3, count: 36) == "13 90 60 100")
    #expect(try first(0xFE, count: 36) == "8 90 60 100")
    #expect(try first(0xFE, count: 0) == "8 90 60 100")
    // 150 is no signed start tick of up to 99.
    #expect(try first(150, count: 0) == "160 90 60 100")
    #expect(try first(150, count: 36) == "0 90 60 100")
    #expect(
      try Self.events(Track(mode: 1, [[60, 1, 1, 1]]), Track(mode: 2, [[62, 1, 1, 1]]))
        == ["0 90 62 1", "1 80 62 64"])
  }

  @Test("RCP: channel messages, BankPrg with MSB or LSB, and the channel counted from 1")
  func messages() throws {
    let events = try Self.events(
      Track([
        [0xE2, 0, 5, 8], [0xE1, 0, 6, 9], [0xEB, 0, 7, 99], [0xEA, 0, 70, 0], [0xED, 0, 60, 50],
        [0xEE, 0, 0, 64], [0xE6, 1, 16, 0], [0xEC, 0, 1, 0], [0xE6, 0, 0, 0], [60, 1, 1, 1],
      ]))
    #expect(
      events == [
        "0 b0 0 8", "0 b0 32 0", "0 c0 5 0", "0 b0 0 0", "0 b0 32 9", "0 c0 6 0", "0 b0 7 99",
        "0 d0 70 0", "0 a0 60 50", "0 e0 0 64", "1 cf 1 0",
      ])
  }

  @Test("RCP: channels from 16 on are those of port B, also after a change within a track")
  func ports() throws {
    let file = RCPBytes([
      Track(channel: 0, [[60, 4, 8, 100], [0xE6, 0, 19, 0], [62, 4, 2, 90]]),
      Track(channel: 31, [[64, 1, 1, 80]]), Track(channel: 0xFF, [[65, 1, 1, 80]]),
    ])
    let song = try SongFile(bytes: file.bytes).song
    var notes: Set<String> = []
    for (number, track) in song.tracks.enumerated() {
      var run = 0
      for (index, event) in track.events.enumerated() {
        let port = song.portMap.port(ofEvent: index, ofTrack: number, &run) ?? -1
        guard case .message(let message) = event.content else { continue }
        notes.insert("\(port) \(event.tick) \(message.status) \(message.data1)")
      }
    }
    // The first note ends on its own port.
    #expect(
      notes == [
        "0 0 144 60", "0 8 128 60", "1 4 146 62", "1 6 130 62", "1 0 159 64", "1 1 143 64",
      ])
  }

  @Test("RCP: tempo events are fractions of the start's by 64; a gradual one gets there linearly")
  func tempos() throws {
    // 120, then 60, then 240 quarter notes per minute: 0.5 + 1 + 0.25 s.
    let song = try SongFile(
      bytes: RCPBytes([
        Track([[0, 48, 0, 0], [0xE7, 48, 32, 0], [0xE7, 48, 128, 0], [0xFD, 0, 0, 0]])
      ]).bytes
    ).song
    #expect(abs(song.duration.seconds - 1.75) < 1e-9)
    // Speed 16 is 135 ticks of 48 per quarter note, whatever the division is.
    let steps = [[UInt8]](repeating: [0, 200, 0, 0], count: 4)
    for division in [48, 96] {
      var file = RCPBytes([Track([[0xE7, 0, 128, 16]] + steps)])
      file.division = division
      let gradual = try SongFile(bytes: file.bytes).song
      let end = Int64(135 * division / 48)
      let quarters = 135.0 / 48
      // The integral of 60 / tempo from 120 to 240 is its length times 60 ln 2 / 120.
      let seconds = gradual.tempoMap.time(atTick: end).seconds
      #expect(abs(seconds - quarters * 60 * 0.693147 / 120) < 0.02)
      let next = gradual.tempoMap.time(atTick: end + Int64(division)).seconds
      #expect(abs(next - seconds - 0.25) < 1e-6)
    }
  }

  @Test("RCP: a tempo change of one track at another track's tick applies from there")
  func temposOfTracks() throws {
    let song = try SongFile(
      bytes: RCPBytes([
        Track([[0, 96, 0, 0], [0xE7, 48, 64, 0], [0, 0, 0, 0]]),
        Track(channel: 0xFF, [[0, 48, 0, 0], [0xE7, 0, 32, 0]]),
      ]).bytes
    ).song
    // 0.5 s at 120, 1 s at 60, 0.5 s at 120.
    #expect(abs(song.duration.seconds - 2) < 1e-9)
  }
}
