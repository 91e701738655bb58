import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Faults that users of other players reported, as songs and tones through the program. The titles
/// name the source of each value.
@Suite("Reported faults of songs and tones")
struct ReportedSongTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var builder = SoundFontBuilder()
    // 441 and 882 Hz on every key.
    builder.samples = [100, 50].map { period in
      SoundFontSample(
        frames: (0..<2000).map {
          Int16((8_000 * sin(2 * .pi * Double($0) / Double(period))).rounded())
        }, loop: 0..<2000, root: 69)
    }
    builder.instruments = [0, 1].map {
      .init(zones: [.init([.init(number: 54, amount: 1)], plays: $0)])
    }
    builder.presets = [0, 1].map { .init(program: $0, zones: [.init(plays: $0)]) }
    try peach.put("two.sf2", builder.chunks.file)
  }

  private func render(_ song: String) throws -> [Float] {
    let result = try peach.run(
      "render", song, "--bank", "two.sf2", "--no-effects", "--format", "float", "-o", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    return try #require(WAVFile(peach.bytes("a.wav") ?? [])).left
  }

  private func cents(_ audio: ArraySlice<Float>, above hertz: Double) -> Double {
    PitchMeter.cents(of: audio, above: hertz, sampleRate: 48_000)
  }

  @Test("A program change leaves sounding notes as they are (MIDI 1.0, Program Change)")
  func programChange() throws {
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 1500,
        [
          (0, [0x90, 69, 100]), (250, [0xC0, 1]), (500, [0x80, 69, 0]), (1000, [0x90, 69, 100]),
          (1400, [0x80, 69, 0]),
        ]))
    let audio = try render("song.mid")
    #expect(abs(cents(audio[14_400..<23_000], above: 441)) < 0.05)
    #expect(Level.peak(audio[36_000..<46_000]) < 1e-4)
    #expect(abs(cents(audio[52_000..<66_000], above: 882)) < 0.05)
  }

  @Test("Tunings of a song end with it: each of a batch is that rendered alone (report 244)")
  func tuningLeftOver() throws {
    // RPN 2, a semitone up; master tuning, 50 cents up (CA-025).
    try peach.put(
      "a.mid",
      Fixtures.song(
        end: 300,
        [
          (0, [0xB0, 101, 0]), (0, [0xB0, 100, 2]), (0, [0xB0, 6, 65]),
          (0, [0xF0, 0x07, 0x7F, 0x7F, 0x04, 0x03, 0x00, 0x60, 0xF7]), (1, [0x90, 69, 100]),
        ]))
    try peach.put("b.mid", Fixtures.song(end: 300, [(0, [0x90, 69, 100])]))
    #expect(abs(cents(try render("a.mid")[4_800..<14_000], above: 441) - 150) < 0.05)
    #expect(abs(cents(try render("b.mid")[4_800..<14_000], above: 441)) < 0.05)
    let alone = peach.bytes("a.wav")
    let result = try peach.run(
      "render", "a.mid", "b.mid", "--bank", "two.sf2", "--no-effects", "--format", "float", "-j",
      "1", "-o", "batch/")
    #expect(result.status == 0 && alone != nil && peach.bytes("batch/b.wav") == alone)
  }

  @Test("A sine begins and ends with ramps of 10 ms, has its length and pitch (sampling theorem)")
  func tone() throws {
    let result = try peach.run(
      "play", "1000", "--sound", "sine", "--duration", "0.5", "--format", "float", "-o", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    let audio = try #require(WAVFile(peach.bytes("a.wav") ?? [])).left
    let peak = Level.peak(audio[4_800..<19_200])
    #expect(abs(cents(audio[4_800..<19_200], above: 1000)) < 0.003)
    // The first and last milliseconds rise and fall by a tenth.
    #expect(Level.peak(audio[..<48]) < 0.2 * peak)
    let end = (audio.lastIndex { abs($0) > 1e-7 } ?? 0) + 1
    #expect(abs(end - 24_000) <= 480 && Level.peak(audio[(end - 48)..<end]) < 0.2 * peak)
    // No step exceeds that of the sine itself.
    let steps = zip(audio, audio.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) <= peak * Float(2 * sin(Double.pi * 1000 / 48_000)) * 1.001)
  }
}
