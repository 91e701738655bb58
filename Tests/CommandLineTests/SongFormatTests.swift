import Foundation
import SoundFontFixtures
import Testing

@Suite("Songs of other formats")
struct SongFormatTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("a.mid", Fixtures.song(end: 300, [(0, [0xC0, 42]), (0, [0x90, 69, 127])]))
  }

  @Test("Files that gzip compressed render and play as the songs in them, by any name")
  func gzip() throws {
    let result = try peach.shell(
      """
      set -e
      "$PEACH" render a.mid -o a.wav --bank my.sf2
      gzip -k a.mid; cp a.mid.gz other; mkdir songs; cp a.mid.gz songs/b.mid.gz; touch songs/x.gz
      "$PEACH" render a.mid.gz -o gz.wav --bank my.sf2
      "$PEACH" render other -o other.wav --bank my.sf2
      "$PEACH" render - -o - --bank my.sf2 < a.mid.gz > stdin.wav
      "$PEACH" render songs -o audio --bank my.sf2
      for name in gz other stdin audio/b; do cmp a.wav $name.wav; done
      "$PEACH" play a.mid.gz --null-audio --bank my.sf2
      "$PEACH" check a.mid.gz
      "$PEACH" check a.mid.gz --json
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("a.mid.gz: Standard MIDI File in gzip, 0.30 s, channels 1"))
    #expect(result.output.contains("\"Standard MIDI File in gzip\""))
  }

  @Test("MIDI 2.0 clips: a note is that of a MIDI file; one with a pitch is in tune to 0.001 cents")
  func clips() throws {
    // 500 ticks per quarter note, 1 ms each. Notes of 0.9 s: key 69, key 70, and key 69 at 70.0.
    func clip(_ first: UInt32, _ pitch: UInt32) -> [UInt8] {
      let start: [UInt32] = [0x0040_0000, 0x0030_01F4, 0x0040_0000, 0xF020_0000, 0, 0, 0]
      let note: [UInt32] = [
        0x0040_0000, 0x20C0_2A00, 0x0040_0000, first, 0xFE00_0000 | pitch, 0x0040_0384,
        first & 0xFF8F_FF00, 0, 0x0040_0000, 0xF021_0000, 0, 0, 0,
      ]
      return Array("SMF2CLIP".utf8)
        + (start + note).flatMap { word in
          [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }
    func audio(_ name: String) throws -> [Float] {
      let result = try peach.run(
        "render", name, "-o", "x.wav", "--bank", "my.sf2", "--format", "float")
      #expect(result.status == 0, "\(result.errors)")
      return try #require(WAVFile(peach.bytes("x.wav") ?? [])).left
    }
    for key in [69, 70] as [UInt8] {
      let events: [(tick: Int, bytes: [UInt8])] = [
        (0, [0xC0, 42]), (0, [0x90, key, 127]), (900, [0x80, key, 0]),
      ]
      try peach.put("\(key).mid", Fixtures.song(end: 900, events))
    }
    try peach.put("69.midi2", clip(0x4090_4500, 0))
    try peach.put("in tune.midi2", clip(0x4090_4503, 70 << 9))
    #expect(try audio("69.midi2") == audio("69.mid"))
    let (own, other) = try (audio("in tune.midi2"), audio("70.mid"))
    // 0.001 cents of 466 Hz are 0.0015 of a radian after 0.9 s.
    let peak = other.map { abs($0) }.max() ?? 0
    let difference = zip(own, other).map { abs($0 - $1) }.max() ?? 1
    #expect(own.count == other.count && peak > 0.01 && difference < 0.0015 * peak)
  }

  /// A song with a note before a loop of half a second with two notes, and a note after it.
  private static let marked: [(tick: Int, bytes: [UInt8])] = [
    (0, [0xC0, 42]), (0, [0x90, 69, 127]), (200, [0x80, 69, 0]),
    (200, [0xFF, 6, 9] + "loopStart".utf8), (200, [0xB0, 10, 20]), (200, [0x90, 72, 127]),
    (400, [0x80, 72, 0]), (400, [0xB0, 10, 100]), (400, [0x90, 76, 127]), (700, [0x80, 76, 0]),
    (700, [0xFF, 6, 7] + "loopEnd".utf8), (700, [0x90, 81, 127]), (900, [0x80, 81, 0]),
  ]

  /// The song with its loop played a number of times, written out.
  private static func unrolled(_ count: Int, isOpen: Bool = false) -> [UInt8] {
    var events = Array(marked[..<3])
    for index in 0..<count {
      let loop = marked[4..<10].map { (tick: $0.tick + 500 * index, bytes: $0.bytes) }
      events += loop
    }
    let end = 500 * (count - 1)
    events += marked[11...].map { (tick: $0.tick + end, bytes: $0.bytes) }
    return Fixtures.song(end: 900 + end, events)
  }

  @Test(
    "--loops: the song is bit-identical to one whose loop is written out; marks are ignored else")
  func loops() throws {
    try peach.put("loop.mid", Fixtures.song(end: 900, Self.marked))
    for count in 1...3 { try peach.put("\(count).mid", Self.unrolled(count)) }
    let result = try peach.shell(
      """
      set -e
      render() { "$PEACH" render "$@" --bank my.sf2 --format float; }
      render loop.mid -o plain.wav; render 1.mid -o 1.wav; cmp plain.wav 1.wav
      render loop.mid -o zero.wav --loops 0; cmp plain.wav zero.wav
      for count in 1 2; do
        render $((count + 1)).mid -o u.wav; render loop.mid -o l.wav --loops $count; cmp u.wav l.wav
      done
      mkdir songs; cp loop.mid songs; render songs -o batch --loops 2; cmp batch/loop.wav l.wav
      render a.mid -o a.wav --loops 2
      ! render loop.mid -o b.wav --fade 2
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("The song marks no loop"))
    #expect(result.errors.contains("--fade requires --loops"))
  }

  @Test("play --loops: twenty repetitions of half a second are ten seconds more")
  func played() throws {
    try peach.put("loop.mid", Fixtures.song(end: 900, Self.marked))
    try peach.put("a.mid", Fixtures.song(end: 900, []))
    func start(_ words: String...) throws -> String {
      let all = ["play", "--tempo", "1000", "--null-audio", "--bank", "my.sf2"] + words
      let result = try peach.end(peach.start(all))
      #expect(result.status == 0, "\(result.errors)")
      return result.output + result.errors
    }
    // 0.9 s, of which half a second is the loop.
    #expect(try start("loop.mid").contains("loop.mid: 0:00"))
    #expect(try start("loop.mid", "--loops", "20").contains("loop.mid: 0:10"))
    #expect(try start("a.mid", "--loops", "2").contains("The song marks no loop"))
  }

  @Test(
    "--fade: the loop is repeated further, falls linearly to silence and ends there, to the frame")
  func fade() throws {
    try peach.put("loop.mid", Fixtures.song(end: 900, Self.marked))
    try peach.put("long.mid", Self.unrolled(8))
    func audio(_ words: [String]) throws -> WAVFile {
      let all = ["render"] + words + ["--bank", "my.sf2", "--format", "float", "-o", "x.wav"]
      let result = try peach.end(peach.start(all))
      #expect(result.status == 0, "\(result.errors)")
      return try #require(WAVFile(peach.bytes("x.wav") ?? []))
    }
    let faded = try audio(["loop.mid", "--loops", "2", "--fade", "1.5"])
    let long = try audio(["long.mid"])
    // 0.2 s, three times 0.5 s, and 1.5 s.
    let (start, count) = (48_000 * 17 / 10, 72_000)
    #expect(faded.left.count == start + count)
    #expect(faded.left[..<start] == long.left[..<start])
    var largest = 0.0
    for frame in start..<start + count {
      let factor = 1 - Double(frame - start) / Double(count)
      let right = factor * Double(long.left[frame])
      largest = max(largest, abs(right - Double(faded.left[frame])))
    }
    #expect(largest < 1e-6)
    // At twice the tempo, the song is half as long, and the fade as long as before.
    let fast = try audio(["loop.mid", "--loops", "2", "--fade", "1.5", "--tempo", "200"])
    #expect(fast.left.count == start / 2 + count)
  }

  @Test("Title and lyrics in Shift-JIS are UTF-8 in JSON and in the tags of audio files")
  func texts() throws {
    // Shift-JIS by JIS X 0208: haru is 8F74, no 82CC, umi 8A43.
    let title: [UInt8] = [0x8F, 0x74, 0x82, 0xCC, 0x8A, 0x43]
    try peach.put(
      "sea.kar",
      Fixtures.song(
        end: 300,
        [
          (0, [0xFF, 3, 6] + title), (0, [0xC0, 42]), (0, [0x90, 69, 127]),
          (100, [0xFF, 5, 2] + title[..<2]),
        ]))
    let result = try peach.shell(
      """
      set -e
      "$PEACH" check sea.kar --json
      "$PEACH" render sea.kar -o sea.flac --bank my.sf2
      grep -c "春の海" sea.flac
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\"title\" : \"春の海\""))
    #expect(result.output.contains("\"text\" : \"春\""))
  }

  @Test("--song chooses a song of an XMIDI file; play and bundle read it, too")
  func songs() throws {
    // 120 ticks: A4 for a second, or A5 for half a second.
    let songs: [[UInt8]] = [
      [0xC0, 42, 0x90, 69, 127, 120, 120], [0xC0, 42, 0x90, 81, 127, 60, 60],
    ]
    let forms = songs.map { events in
      Self.chunk("FORM", Array("XMID".utf8) + Self.chunk("EVNT", events + [0xFF, 0x2F, 0]))
    }
    try peach.put("game.xmi", Self.chunk("CAT ", Array("XMID".utf8) + forms.joined()))
    try peach.put(
      "second.mid",
      Fixtures.song(end: 500, [(0, [0xC0, 42]), (0, [0x90, 81, 127]), (500, [0x80, 81, 64])]))
    let result = try peach.shell(
      """
      set -e
      render() { "$PEACH" render "$@" --bank my.sf2; }
      render second.mid -o mid.wav
      render game.xmi --song 2 -o xmi.wav; cmp mid.wav xmi.wav
      render game.xmi -o first.wav
      ! render game.xmi --song 3 -o third.wav
      "$PEACH" play game.xmi --song 2 --null-audio --bank my.sf2
      "$PEACH" bundle game.xmi --song 2 -o game.rmi --bank my.sf2
      render game.rmi -o rmi.wav; cmp mid.wav rmi.wav
      mkdir songs; cp game.xmi songs; render songs --song 2 -o batch; cmp batch/game.wav mid.wav
      "$PEACH" check game.xmi
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("game.xmi has 2 songs: the first one is used."))
    #expect(result.errors.contains("This XMIDI file has no song 3, only 2."))
    #expect(result.errors.contains("game.xmi: XMIDI, the first of 2 songs, 1.00 s"))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  @Test("A damaged compressed song is an error with file, format, reason and place")
  func damage() throws {
    let result = try peach.shell(
      """
      gzip -k a.mid; head -c 40 a.mid.gz > cut.mid.gz
      ! "$PEACH" render cut.mid.gz --bank my.sf2
      """)
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "cut.mid.gz: This gzip file cannot be read: it ends too early (byte 40)."))
  }
}
