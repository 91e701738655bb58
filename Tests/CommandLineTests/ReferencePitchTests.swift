import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("One reference pitch for all commands")
struct ReferencePitchTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    // A4 of the cello for a second, then of the drums.
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 2500,
        [
          (0, [0xC0, 42]), (0, [0xB0, 91, 0]), (0, [0xB9, 91, 0]), (0, [0x90, 69, 127]),
          (1000, [0x80, 69, 0]), (1500, [0x99, 69, 127]), (2500, [0x89, 69, 0]),
        ]))
  }

  private func set(_ hertz: String) throws {
    #expect(try peach.run("settings", "set", "referencePitch", hertz).status == 0)
  }

  private func cents(
    _ words: [String], above hertz: Double, in frames: Range<Int> = 2_000..<46_000
  ) throws -> Double {
    let result = try peach.end(
      peach.start(words + ["--bank", "my.sf2", "--format", "float", "-o", "a.wav"]))
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    return PitchMeter.cents(of: file.left[frames], above: hertz, sampleRate: 48_000)
  }

  private let play = ["play", "A4", "--sound", "cello", "--duration", "1", "--interpolation", "32"]
  private let render = ["render", "song.mid", "--interpolation", "32"]

  @Test("A4 of notes and songs has the frequency of --a4, or of the setting, within 0.01 cents")
  func pitch() throws {
    #expect(abs(try cents(play, above: 440)) < 0.01)
    #expect(abs(try cents(render, above: 440)) < 0.01)
    for hertz in [442.0, 415.3] {
      #expect(abs(try cents(play + ["--a4", "\(hertz)"], above: hertz)) < 0.01)
      #expect(abs(try cents(render + ["--a4", "\(hertz)"], above: hertz)) < 0.01)
      try set("\(hertz)")
      #expect(abs(try cents(play, above: hertz)) < 0.01)
      #expect(abs(try cents(render, above: hertz)) < 0.01)
      // The option wins.
      #expect(abs(try cents(play + ["--a4", "443"], above: 443)) < 0.01)
      #expect(abs(try cents(render + ["--a4", "440"], above: 440)) < 0.01)
    }
    // A frequency is itself.
    let words = play.map { $0 == "A4" ? "442.3" : $0 }
    #expect(abs(try cents(words, above: 442.3)) < 0.01)
  }

  @Test("Drums keep their pitch")
  func drums() throws {
    let drums = try cents(render + ["--a4", "450"], above: 440, in: 74_000..<118_000)
    #expect(abs(drums) < 0.01)
  }

  @Test("The song's own master tuning applies, too")
  func masterTuning() throws {
    // Master Fine Tuning, +50 cents (MIDI 1.0, CA-25): 0x60 · 128 of 8192 steps per semitone.
    let tuning: [UInt8] = [0xF0, 7, 0x7F, 0x7F, 4, 3, 0, 0x60, 0xF7]
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 1500,
        [
          (0, tuning), (0, [0xC0, 42]), (0, [0xB0, 91, 0]), (0, [0x90, 69, 127]),
          (1500, [0x80, 69, 0]),
        ]))
    let expected = 442 * exp2(50.0 / 1200)
    #expect(abs(try cents(render + ["--a4", "442"], above: expected)) < 0.01)
  }

  @Test("440 is the default: the same bytes")
  func defaultPitch() throws {
    var files: [[UInt8]?] = []
    for option in [[], ["--a4", "440"]] {
      _ = try cents(render + option, above: 440)
      files.append(peach.bytes("a.wav"))
    }
    #expect(files[0] != nil && files[0] == files[1])
  }

  @Test("A keyboard mapping has its own frequency")
  func mapping() throws {
    let refused = try peach.run(
      "render", "song.mid", "--scale", "a.scl", "--keyboard-mapping", "a.kbm", "--a4", "442")
    #expect(refused.status == 2 && refused.errors.contains("--a4 and --keyboard-mapping"))
    let outside = try peach.run("play", "A4", "--a4", "500")
    #expect(outside.status == 2 && outside.errors.contains("380 to 480"))
  }

  @Test("tune --listen takes a note, and tune --analyze names it, at the reference pitch")
  func listen() throws {
    _ = try cents(
      ["play", "221", "--sound", "sine", "--duration", "1"], above: 221)
    let listened = try peach.run("tune", "--listen", "a.wav", "A3", "--a4", "442")
    #expect(listened.status == 0, "\(listened.errors)")
    let lines = listened.output.split(separator: "\n")
    #expect(lines[0].contains(#/A3 [+−]0\.0\d cents  \(A4 = 442 Hz\)$/#), "\(lines[0])")
    #expect(lines[1].contains(#/^[+−]0\.0\d cents from 221 Hz$/#), "\(lines[1])")
    try set("442")
    let analyzed = try peach.run("tune", "--analyze", "a.wav")
    #expect(analyzed.output.contains(#/A3 [+−]0\.0\d cents/#), "\(analyzed.output)")
    let unknown = try peach.run("tune", "--listen", "a.wav", "X3")
    #expect(unknown.status == 2 && unknown.errors.contains("Invalid value \"X3\" for PITCH"))
  }
}
