import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Songs on an ALSA device that writes a file (ALSA's file and null plug-ins), which accepts frames
/// as fast as they are rendered.
@Suite("peach play with songs")
struct PlaySongTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    let device =
      "pcm.tape { type file slave.pcm { type null } "
      + "file \"\(peach.path("work/tape.raw"))\" format raw }"
    try Data(device.utf8).write(to: URL(filePath: peach.path("home/.asoundrc")))
    try peach.put("song.mid", song())
  }

  /// Returns a song of four bars of two seconds, with a note at each beat of half a second.
  private func song(key: UInt8 = 69, channel: UInt8 = 0, reverb: UInt8 = 0) -> [UInt8] {
    var events: [(tick: Int, bytes: [UInt8])] = [
      (0, [0xC0 | channel, 42]), (0, [0xB0 | channel, 91, reverb]),
    ]
    for beat in 0..<16 {
      events.append((500 * beat, [0x90 | channel, key, 100]))
      events.append((500 * beat + 250, [0x80 | channel, key, 0]))
    }
    return Fixtures.song(end: 8000, events)
  }

  /// Plays and returns the left channel of the device's frames.
  private func play(_ arguments: String...) throws -> [Float] {
    let result = try peach.end(
      peach.start(["play"] + arguments + ["--bank", "my.sf2", "--device", "tape"]))
    #expect(result.status == 0, "\(result.errors)")
    return tape()
  }

  /// Returns the left channel of the frames that the device has taken.
  private func tape(frameLimit: Int = 1 << 30) -> [Float] {
    let bytes = (peach.bytes("tape.raw") ?? []).prefix(8 * frameLimit)
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 7, by: 8).map {
        Float(bitPattern: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
      }
    }
  }

  private func rendered(_ arguments: String...) throws -> [Float] {
    let result = try peach.end(
      peach.start(
        ["render", "song.mid", "-o", "song.wav", "--format", "float", "--bank", "my.sf2"]
          + arguments))
    #expect(result.status == 0, "\(result.errors)")
    return try #require(WAVFile(peach.bytes("song.wav") ?? [])).left
  }

  /// Returns the starts of notes, in frames: where the level rises after silence.
  private func starts(_ frames: [Float]) -> [Int] {
    var (starts, silent): ([Int], Int) = ([], 4800)
    for (index, value) in frames.enumerated() {
      if abs(value) < 1e-4 {
        silent += 1
      } else {
        if silent >= 4800 { starts.append(index) }
        silent = 0
      }
    }
    return starts
  }

  @Test("The device gets the samples of `render`, from the first frame on")
  func samples() throws {
    let (played, rendered) = (try play("song.mid"), try rendered())
    #expect(rendered.count > 380_000 && played.count >= rendered.count)
    #expect(Array(played.prefix(rendered.count)) == rendered)
    #expect(played.dropFirst(rendered.count).allSatisfy { abs($0) < 1e-4 })
  }

  @Test("Straight tones and reverb as `render` has them, to the end of the decay")
  func straight() throws {
    try peach.put("song.mid", song(reverb: 127))
    let played = try play("song.mid", "--straight", "--gain", "-20")
    let rendered = try rendered("--straight", "--gain", "-20")
    #expect(rendered.count > 8 * 48_000 + 20_000)
    #expect(Array(played.prefix(rendered.count)) == rendered)
  }

  @Test("A note without an end does not keep the next song from playing")
  func held() throws {
    try peach.put("held.mid", Fixtures.song(end: 500, [(0, [0xC0, 42]), (0, [0x90, 69, 100])]))
    let clock = ContinuousClock.now
    #expect(try play("held.mid", "song.mid").count > 10 * 48_000)
    #expect(ContinuousClock.now - clock < .seconds(60))
  }

  @Test("--loop repeats bars by the time signature, from its first frame; other bars are errors")
  func loop() throws {
    // A bar of 3/4, and half of another.
    let events: [(tick: Int, bytes: [UInt8])] = [
      (0, [0xFF, 0x58, 4, 3, 2, 24, 8]), (0, [0xC0, 42]), (0, [0xB0, 91, 0]),
      (1500, [0x90, 69, 100]), (1750, [0x80, 69, 0]),
    ]
    try peach.put("short.mid", Fixtures.song(end: 2250, events))
    let process = try peach.start([
      "play", "short.mid", "--loop", "2-9", "--bank", "my.sf2", "--device", "tape",
    ])
    // Until the null device has taken a minute.
    while (try? peach.size("tape.raw")) ?? 0 < 60 * 48_000 * 8, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    process.terminate()
    _ = try peach.end(process)
    let found = starts(tape(frameLimit: 60 * 48_000))
    // A note's level rises above that of silence in some frames.
    #expect(found.count >= 38 && found.first ?? 9 <= 8)
    // The bar has 1.5 s, although the song ends after half of it.
    for (index, start) in found.prefix(38).enumerated() {
      #expect(abs(start - 72_000 * index) <= 8)
    }
    for (bars, reason) in [("3", "short.mid has no bar 3. Its last one is 2."), ("0", "bars such")]
    {
      let result = try peach.run(
        "play", "short.mid", "--loop", bars, "--bank", "my.sf2", "--null-audio")
      #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test("--tempo changes the times of notes and not their pitch; --transpose their pitch")
  func tempo() throws {
    let frames = try play("song.mid", "--tempo", "50", "--transpose", "12")
    let found = starts(frames)
    #expect(found.count == 16)
    // Two beats a second at 48 kHz, at half the tempo.
    for (index, start) in found.enumerated() { #expect(abs(start - 48_000 * index) <= 2) }
    let note = frames[(found[1] + 4000)..<(found[1] + 20_000)]
    #expect(abs(PitchMeter.cents(of: note, above: 880, sampleRate: 48_000)) < 0.01)
  }

  @Test("--mute and --solo silence channels")
  func channels() throws {
    try peach.put("other.mid", song(key: 81, channel: 3))
    #expect(starts(try play("song.mid", "--mute", "1")).isEmpty)
    #expect(starts(try play("song.mid", "--solo", "2-4")).isEmpty)
    #expect(starts(try play("other.mid", "--solo", "2-4")).count == 16)
  }

  @Test("Songs of operands, folders and playlists play one after another")
  func queue() throws {
    for name in ["suite", "empty"] {
      try FileManager.default.createDirectory(
        atPath: peach.path("work/" + name), withIntermediateDirectories: true)
    }
    for name in ["suite/a.mid", "suite/b.MID"] { try peach.put(name, song()) }
    try peach.put("suite/notes.txt", [])
    try peach.put("list.m3u", Array("#EXTM3U\r\n\nsong.mid\nsuite/a.mid\n".utf8))
    #expect(starts(try play("suite", "list.m3u")).count == 64)
    for (operand, reason) in [
      ("none.mid", "none.mid"), ("list2.m3u", "list2.m3u"),
      ("my.sf2", "\"my.sf2\""), ("empty", "empty contains no MIDI files"),
    ] {
      let result = try peach.run("play", operand, "--bank", "my.sf2", "--null-audio")
      #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test("A song that cannot be read is reported, and the others play")
  func broken() throws {
    try peach.put("broken.mid", [1, 2, 3])
    let result = try peach.run(
      "play", "broken.mid", "song.mid", "--bank", "my.sf2", "--device", "tape")
    #expect(result.status == 1 && result.errors.contains("broken.mid"))
    #expect(result.errors.contains("song.mid: 0:08"))
    #expect(result.errors.components(separatedBy: "broken.mid").count == 2, "\(result.errors)")
  }
}
