import HostileFiles
import PeachMIDIEvents
import Testing

@testable import PeachSequencing
@testable import PeachSongFormats

/// Sources: MIDI Clip File Specification (M2-116-U), UMP Format and MIDI 2.0 Protocol
/// (M2-104-UM).
@Suite("MIDI Clip Files")
struct ClipTests {
  private typealias Bytes = GameSongBytes

  /// Returns messages as `frame status data data`, and bends of keys as `frame channel key cents`,
  /// at 48,000 frames per second.
  private static func events(_ bytes: [UInt8], port: Int = 0) throws -> [String] {
    let file = try SongFile(bytes: bytes).song
    var sequencer = Sequencer(file, port: port, sampleRate: 48_000)
    var events: [String] = []
    while let event = sequencer.next(atOrBefore: 1 << 40) {
      switch event.content {
      case .message(let message):
        let status = String(message.status, radix: 16)
        events.append("\(event.frame) \(status) \(message.data1) \(message.data2)")
      case .systemExclusive:
        let content = sequencer.bytes(of: event)
        var decoder = SystemExclusiveDecoder(content)
        guard case .keyBend(let cents, let key, let channel)? = decoder.next() else { continue }
        events.append("\(event.frame) bend \(channel) \(key) \(cents)")
      default: break
      }
    }
    return events
  }

  // Proves song clip: M2-116-U, M2-104-UM §7.4 and §7.5; exact
  @Test("Delta times and tempos are those of the clip; velocities have 7 of 16 bits")
  func times() throws {
    // 480 ticks per quarter note; from the second one on, 240 quarter notes per minute.
    let clip = Bytes.clip(
      480,
      [
        (0, [0x4093_3C00, 0xC800_0000]), (480, [0xD010_0000, 25_000_000, 0, 0]),
        (480, [0x4083_3C00, 0]), (0, [0x20C3_2A00]), (240, [0x2093_3E64]),
      ])
    #expect(
      try Self.events(clip) == [
        "0 93 60 100", "36000 83 60 0", "36000 c3 42 0", "42000 93 62 100",
      ])
    let file = try SongFile(bytes: clip)
    #expect(file.formatName == "MIDI 2.0 clip" && file.song.warnings.isEmpty)
  }

  @Test("Time signatures, names and lyrics, in one message or several, become meta-events")
  func texts() throws {
    let clip = Bytes.clip(
      96,
      [
        (0, [0xD010_0001, 0x0603_0800, 0, 0]),
        // The name of the clip.
        (0, [0xD010_0103, 0x5375_6974, 0x6500_0000, 0]),
        // A syllable of thirteen bytes: start and end.
        (96, [0xD050_0201, 0x4162_6364, 0x6566_6768, 0x696A_6B6C]),
        (0, [0xD0D0_0201, 0x6D00_0000, 0, 0]), (0, [0x4090_3C00, 0xC800_0000]),
        (96, [0x4080_3C00, 0]),
      ])
    let song = try SongFile(bytes: clip).song
    #expect(song.title == "Suite")
    let outline = SongOutline(song)
    #expect(outline.texts.contains { $0.kind == .lyric && $0.text == "Abcdefghijklm" })
    // Six eighths last 1.5 s at 120 quarter notes per minute.
    #expect(outline.frames(ofBar: 1, sampleRate: 48_000)?.count == 72_000)
  }

  @Test("Pitches of notes: 7.9, 7.25 and bends of 32 bits reach the voice; others are the key's")
  func pitches() throws {
    let clip = Bytes.clip(
      96,
      [
        // Attribute 3: 60 + 1/512 semitone.
        (0, [0x4090_3C03, 0xC800_0000 | 60 << 9 | 1]), (96, [0x4080_3C00, 0]),
        (0, [0x4090_3C00, 0xC800_0000]), (96, [0x4080_3C00, 0]),
        // Registered per-note controller 3: 60 + 2⁻²⁵ semitone.
        (0, [0x4000_3C03, 60 << 25 | 1]),
        // RPN 7: a range of 2 semitones. Then the bend of half of it, and one step more.
        (0, [0x4020_0007, 2 << 25]), (0, [0x4060_3C00, 0xC000_0000]),
        (0, [0x4060_3C00, 0x8000_0001]),
      ])
    let expected = [100.0 / 512, 0, 100.0 / 33_554_432, 100, 200.0 / 2_147_483_648]
    let found = try Self.events(clip).filter { $0.contains("bend") }.map {
      Float($0.split(separator: " ")[4])
    }
    #expect(found == expected.map { Float($0) })
  }

  @Test("Groups are ports with 16 channels of their own")
  func groups() throws {
    let clip = Bytes.clip(
      96,
      [
        (0, [0x4090_3C00, 0xC800_0000]), (0, [0x4390_4000, 0xC800_0000]),
        (96, [0x4080_3C00, 0]), (0, [0x4380_4000, 0]),
      ])
    #expect(try SongFile(bytes: clip).song.ports.count == 2)
    #expect(try Self.events(clip, port: 0) == ["0 90 60 100", "24000 80 60 0"])
    #expect(try Self.events(clip, port: 1) == ["0 90 64 100", "24000 80 64 0"])
  }

  @Test("More ticks per quarter note than a MIDI file can have: times to half a tick of 32,767")
  func manyTicks() throws {
    let clip = Bytes.clip(65_535, [(65_535, [0x2090_3C64]), (65_535, [0x2080_3C64])])
    #expect(try Self.events(clip) == ["24000 90 60 100", "48000 80 60 100"])
  }

  @Test("A clip without ticks is an error; one without an end plays, with a warning")
  func damage() throws {
    let clip = Bytes.clip(96, [(0, [0x2090_3C64]), (96, [0x2080_3C64])])
    var silent = clip
    silent[13] = 0x20
    #expect {
      try SongFile(bytes: silent)
    } throws: {
      "\($0)".contains("it declares no ticks per quarter note (byte 8)")
    }
    let cut = Array(clip.dropLast(20))
    let song = try SongFile(bytes: cut).song
    #expect(song.warnings.map(\.description).contains { $0.contains("the clip has no end") })
    #expect(try Self.events(cut) == ["0 90 60 100", "24000 80 60 100"])
    for count in 0..<clip.count { _ = try? SongFile(bytes: Array(clip.prefix(count))) }
  }
}
