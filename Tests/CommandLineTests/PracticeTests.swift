import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("peach practice")
struct PracticeTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("trio.mid", Self.song)
  }

  /// Three tracks: a named one for channel 1, one for channels 2 and 3, and one without notes.
  private static var song: [UInt8] {
    let tracks: [[UInt8]] = [
      track("Viola / 2", [(0, 57, 60)]), track("Both", [(1, 69, 100), (2, 81, 80)]),
      track("Title", []),
    ]
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 3, 1, 0xF4]
    return header
      + tracks.flatMap { content -> [UInt8] in
        let track = content + [0, 0xFF, 0x2F, 0]
        return Array("MTrk".utf8) + [0, 0, UInt8(track.count >> 8), UInt8(track.count & 255)]
          + track
      }
  }

  /// Events of notes of three seconds, with 500 ticks in a quarter note of half a second.
  private static func track(
    _ name: String, _ notes: [(channel: UInt8, key: UInt8, velocity: UInt8)]
  ) -> [UInt8] {
    var bytes = [0, 0xFF, 3, UInt8(name.utf8.count)] + Array(name.utf8)
    for note in notes {
      bytes += [0, 0xC0 | note.channel, 42, 0, 0x90 | note.channel, note.key, note.velocity]
    }
    for (index, note) in notes.enumerated() {
      bytes += (index == 0 ? [0x97, 0x38] : [0]) + [0x80 | note.channel, note.key, 0]
    }
    return bytes
  }

  private func audio(_ path: String) throws -> WAVFile {
    try #require(WAVFile(peach.bytes(path) ?? []))
  }

  /// Returns the amplitude of a frequency in a second from half a second on, which has a whole
  /// number of periods.
  private func amplitude(_ hertz: Double, _ audio: WAVFile) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, frame) in audio.left[24_000..<72_000].enumerated() {
      let phase = 2 * Double.pi * hertz * Double(index) / 48_000
      real += Double(frame) * cos(phase)
      imaginary += Double(frame) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / 48_000
  }

  /// Returns the levels of three tones above that of the first one, in decibels.
  private func levels(_ path: String) throws -> [Double] {
    let audio = try audio(path)
    let amplitudes = [220.0, 440, 880].map { amplitude($0, audio) }
    return amplitudes.map { 20 * log10(max($0, 1e-12)) }
  }

  @Test("A part is raised by the decibels asked for, or left out; the others keep their levels")
  func partLevels() throws {
    for option in [[], ["--raise", "9.5"]] {
      let options = ["--bank", "my.sf2", "--format", "float", "--no-effects", "--force"] + option
      let result = try peach.end(peach.start(["practice", "trio.mid"] + options))
      #expect(result.status == 0, "\(result.errors)")
      let plain = try peach.run(
        "render", "trio.mid", "--bank", "my.sf2", "--format", "float", "--no-effects", "--gain",
        "-20", "-o", "plain.wav", "--force")
      #expect(plain.status == 0)
      let song = try levels("plain.wav")
      let raise = option.isEmpty ? 6 : 9.5
      for (part, name) in ["01 Viola 2", "02", "03"].enumerated() {
        let others = (0..<3).filter { $0 != part }
        for kind in ["raised", "without"] {
          let found = try levels("trio/\(name) \(kind).wav")
          // The other parts have one gain.
          let gains = others.map { found[$0] - song[$0] }
          #expect(abs(gains[0] - gains[1]) < 0.01)
          let change = found[part] - song[part] - gains[0]
          if kind == "raised" {
            #expect(abs(change - raise) < 0.01, "\(name): \(change)")
          } else {
            #expect(change < -100, "\(name): \(change)")
          }
        }
      }
    }
  }

  @Test(
    "All files have one loudness within 0.1 LU, the target's or one with a true peak of −1 dBTP",
    .enabled(if: OtherProgram.pythonHas("numpy, scipy.io.wavfile"), "Requires NumPy and SciPy."))
  func equalLoudness() throws {
    // A file of one channel is as loud as that channel alone.
    for (target, channels) in [(-24.0, "2"), (-5, "2"), (-24, "1")] {
      let result = try peach.run(
        "practice", "trio.mid", "--bank", "my.sf2", "--format", "float", "--loudness", "\(target)",
        "--channels", channels,
        "--force", "-o", "tracks", "--json")
      #expect(result.status == 0, "\(result.errors)")
      let files = try #require(JSON(result.output)["files"].list)
      #expect(files.count == 6)
      var measured: [(loudness: Double, truePeak: Double)] = []
      for file in files {
        let path = try #require(file["file"].text)
        let output = try OtherProgram.tool("loudness.py", [peach.path("work/\(path)")])
        let numbers = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
          .compactMap { Double($0) }
        try #require(numbers.count == 2)
        measured.append((numbers[0], numbers[1]))
        #expect(abs((file["loudness"].number ?? 0) - numbers[0]) < 0.1)
        #expect(abs((file["truePeak"].number ?? 0) - numbers[1]) < 0.2)
      }
      let loudness = measured.map { $0.loudness }
      let spread = (loudness.max() ?? 0) - (loudness.min() ?? 0)
      #expect(spread < 0.1)
      let peak = measured.map { $0.truePeak }.max() ?? 0
      if target == -24 {
        #expect(abs((loudness.first ?? 0) + 24) < 0.1 && peak < -1)
      } else {
        #expect(abs(peak + 1) < 0.2)
      }
    }
  }

  @Test("Parts and files are chosen; a single part has no file without it")
  func chosen() throws {
    let result = try peach.run(
      "practice", "trio.mid", "--bank", "my.sf2", "--part", "2", "--only-without", "--type", "flac")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.hasPrefix("trio/02 without.flac\n1 file with a loudness of -16.0 LUFS"))
    #expect(peach.bytes("trio/02 without.flac") != nil && peach.bytes("trio/02 raised.flac") == nil)
    let alone = try peach.run(
      "practice", "trio.mid", "--bank", "my.sf2", "--solo", "3", "-o", "alone", "--json")
    let files = try #require(JSON(alone.output)["files"].list)
    #expect(files.map { $0["file"].text } == ["alone/03 raised.wav"])
    #expect(files.first?["channel"].number == 3 && files.first?["name"].text == nil)
  }

  @Test("What cannot be written is an error with its reason, before anything is rendered")
  func refused() throws {
    try peach.put("empty.mid", Fixtures.song(end: 1000, []))
    try peach.put("file", [1])
    for (arguments, reason) in [
      (["trio.mid", "--part", "9"], "Channels with notes: 1, 2, 3."),
      (["trio.mid", "--part", "x"], "--part"),
      (["empty.mid"], "empty.mid has no notes."),
      (["trio.mid", "-o", "file"], "file is a file."),
      (["trio.mid", "-o", "-"], "--output is a folder"),
      (["trio.mid", "--raise", "25"], "--raise"),
      (["trio.mid", "--only-raised", "--only-without"], "exclude each other"),
      (["trio.mid", "--type", "flac", "--quality", "1"], "--quality applies to .ogg"),
      (["missing.mid"], "missing.mid"),
    ] {
      let result = try peach.end(
        peach.start(["practice"] + arguments + ["--bank", "my.sf2"]))
      #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
    }
    #expect(peach.bytes("trio/01 Viola 2 raised.wav") == nil)
  }
}
