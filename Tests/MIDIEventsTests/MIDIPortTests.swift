import PeachMIDIEvents
import Testing

/// FF 21 is not specified; its meaning is that of sequencers: the output port of the rest of a
/// track. FF 09 is the device name of MIDI RP-019.
@Suite("Ports of MIDI files")
struct MIDIPortTests {
  private static func port(_ number: UInt8) -> [UInt8] { [0, 0xFF, 0x21, 1, number] }
  private static func name(_ text: String) -> [UInt8] {
    [0, 0xFF, 0x09, UInt8(text.utf8.count)] + text.utf8
  }
  private static let note: [UInt8] = [0, 0x90, 60, 1]
  private static let exclusive: [UInt8] = [0, 0xF0, 2, 0x7E, 0xF7]

  private func file(_ tracks: [UInt8]..., format: UInt16 = 1) throws -> MIDIFile {
    let builder = MIDIFileBuilder(
      format: format, tracks: tracks.map { $0 + MIDIFileBuilder.endOfTrack })
    return try MIDIFile(bytes: builder.bytes)
  }

  /// The port of each event of a track; −1 for all.
  private func ports(_ file: MIDIFile, track: Int = 0) -> [Int] {
    var run = 0
    return file.tracks[track].events.indices.map {
      file.portMap.port(ofEvent: $0, ofTrack: track, &run) ?? -1
    }
  }

  @Test("Ports with channel messages are ordered by number, then names by occurrence")
  func order() throws {
    let song = try file(
      Self.port(7) + Self.note, Self.name("B") + Self.note, Self.port(2) + Self.note,
      Self.port(4), Self.name("A") + Self.note)
    let ports: [MIDIPort] = song.ports
    #expect(ports.map(\.number) == [2, 7, nil, nil])
    #expect(song.ports.map(\.name) == [nil, nil, "B", "A"])
    #expect((0..<5).map { self.ports(song, track: $0)[1] } == [1, 2, 0, -1, 3])
  }

  @Test("A name that has a number in one track is that port in others")
  func namedNumbers() throws {
    let song = try file(
      Self.port(1) + Self.name("SC-88 B") + Self.note, Self.name("SC-88 B") + Self.note,
      Self.port(0) + Self.note)
    #expect(song.ports.map(\.number) == [0, 1])
    #expect(song.ports.map(\.name) == [nil, "SC-88 B"])
    #expect(ports(song, track: 1)[1] == 1)
  }

  @Test("A port event is for the rest of its track, and for what is before it if that is no note")
  func withinTrack() throws {
    let program: [UInt8] = [0, 0xC0, 1]
    let early = try file(program + Self.port(1) + Self.note, Self.port(0) + Self.note)
    #expect(ports(early) == [1, 1, 1, 1])
    let late = try file(Self.note + Self.port(1) + Self.note + Self.port(0) + Self.note, format: 0)
    #expect(ports(late) == [0, 1, 1, 0, 0, 0])
  }

  @Test("Tracks without a port are on port 0; if ports have only names, on the first of them")
  func unassigned() throws {
    let numbers = try file(Self.note, Self.port(1) + Self.note)
    #expect(numbers.ports.map(\.number) == [0, 1] && ports(numbers)[0] == 0)
    let names = try file(Self.name("A") + Self.note, Self.note, Self.name("B") + Self.note)
    #expect(names.ports.map(\.name) == ["A", "B"] && ports(names, track: 1)[0] == 0)
    // One device, however many tracks name it.
    #expect(try file(Self.name("A") + Self.note, Self.note).ports.count == 1)
  }

  @Test("System Exclusive of a track without port and channel messages is for all ports")
  func exclusiveForAll() throws {
    let song = try file(
      Self.exclusive, Self.port(0) + Self.note, Self.port(1) + Self.note, Self.exclusive + Self.note
    )
    #expect(ports(song)[0] == -1 && ports(song, track: 3)[0] == 0)
  }

  @Test("Songs of more than 8 ports, 128 channels, have a warning, of more than 16 another one")
  func manyPorts() throws {
    func song(_ count: Int) throws -> MIDIFile {
      let tracks = (0..<count).map { Self.port(UInt8($0)) + Self.note + MIDIFileBuilder.endOfTrack }
      return try MIDIFile(bytes: MIDIFileBuilder(tracks: tracks).bytes)
    }
    #expect(try song(8).warnings.isEmpty)
    let nine = try song(9)
    #expect(nine.warningReasons == [.manyPorts(9)] && nine.warnings.first?.track == 8)
    let many = try song(20)
    #expect(many.warningReasons == [.manyPorts(20), .portsBeyondLimit(20)])
    // The seventeenth shares the channels of the first.
    #expect(many.portMap.count == 16 && ports(many, track: 16)[1] == 0)
  }

  @Test("Each prefix of a file with ports is read or refused, and has at most 16 ports")
  func prefixes() throws {
    let bytes = MIDIFileBuilder.file(
      Self.port(1) + Self.name("B") + Self.note, Self.name("A") + Self.note,
      Self.port(200) + Self.note)
    for count in 0...bytes.count {
      guard let song = try? MIDIFile(bytes: Array(bytes[..<count])) else { continue }
      #expect((1...16).contains(song.portMap.count))
    }
  }

  @Test("A set of channels has 16 for each port; a literal is a bit for each of the first")
  func channels() {
    var channels: SongChannels = 0b1000000001
    channels.insert(25)
    #expect(channels.contains(0) && channels.contains(9) && channels.contains(25))
    #expect(!channels.contains(16) && !channels.isEmpty)
    channels.remove(9)
    #expect((0...255).filter { channels.contains($0) } == [0, 25])
    #expect((0...255).filter { (~channels).contains($0) }.count == 254)
    #expect((channels & 1) == 1 && (channels | ~channels) == .all && SongChannels().isEmpty)
  }
}
