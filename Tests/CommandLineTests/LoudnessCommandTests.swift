import Foundation
import TestEnvironment
import Testing

/// `render --loudness`, measured by Tests/Tools/loudness.py, which is written from ITU-R BS.1770-4
/// and shares no code with libebur128.
@Suite(
  "Loudness of rendered songs", .serialized,
  .enabled(if: !songs.isEmpty, "Requires MIDI files and TimGM6mb.sf2."),
  .enabled(if: OtherProgram.pythonHas("numpy, scipy.io.wavfile"), "Requires NumPy and SciPy."))
struct LoudnessCommandTests {
  private let peach: Peach

  init() throws { peach = try Peach() }

  private func measured(_ name: String) throws -> (loudness: Double, truePeak: Double) {
    let output = try OtherProgram.tool("loudness.py", [peach.path("work/\(name)")])
    let numbers = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }

  // ITU-R BS.1770-4, annex 1: a sine of 997 Hz at 0 dBFS in one channel has −3.01 LKFS.
  @Test("The independent meter states the loudness of a sine")
  func sine() throws {
    for (amplitude, loudness) in [(1.0, -3.01), (0.05, -29.03)] {
      let frames = (0..<480_000).flatMap { index -> [Float] in
        [Float(amplitude * sin(2 * .pi * 997 * Double(index) / 48_000)), 0]
      }
      try peach.put("sine.wav", WaveFile.stereo(frames, rate: 48_000))
      let found = try measured("sine.wav")
      #expect(abs(found.loudness - loudness) < 0.01)
      #expect(abs(found.truePeak - 20 * log10(amplitude)) < 0.05)
    }
  }

  @Test(
    "The loudness is within 0.1 LU of the target, or the true peak is at −1 dBTP", arguments: songs)
  func target(song: String) throws {
    let part = TestScale.cases(short: ["--from", "10", "--to", "20"], full: [])
    for target in TestScale.cases(short: [-16.0], full: [-23, -16]) {
      let result = try peach.end(
        peach.start(
          [
            "render", song, "-o", "song.wav", "--format", "float", "--bank", bank, "--loudness",
            "\(target)",
          ] + part))
      #expect(result.status == 0, "\(result.errors)")
      let found = try measured("song.wav")
      let name = song.split(separator: "/").last ?? ""
      print("\(name): \(found.loudness) LUFS for \(target), \(found.truePeak) dBTP")
      let stated = result.errors.firstMatch(of: #/The loudness is (-?[0-9.]+) LUFS/#)
      if let stated, let reached = Double(stated.1) {
        // Rounded to a tenth.
        #expect(abs(found.loudness - reached) <= 0.15 && reached < target)
        #expect(abs(found.truePeak + 1) <= 0.2)
      } else {
        #expect(abs(found.loudness - target) <= 0.1)
        #expect(found.truePeak <= -0.9)
      }
    }
  }

  // BS.1770-4 adds the channels: two of the same frames are 3.01 LU louder than one.
  @Test("A file of one channel has the loudness asked for as such", arguments: songs.prefix(1))
  func mono(song: String) throws {
    let result = try peach.end(
      peach.start([
        "render", song, "-o", "mono.wav", "--format", "float", "--bank", bank, "--mono",
        "--loudness", "-23", "--from", "10", "--to", "20",
      ]))
    #expect(result.status == 0, "\(result.errors)")
    #expect(abs(try measured("mono.wav").loudness + 23) <= 0.1)
  }
}

private let bank = "/usr/share/sounds/sf2/TimGM6mb.sf2"

/// Songs of the shared files and of the Debian package openttd-openmsx: ten, if both are installed.
private let songs: [String] = {
  guard TestFiles.exists(bank) else { return [] }
  let shared = ["dance", "j-cycle", "hybrid-collage"].map { TestFiles.shared("midi/\($0).mid") }
  let music = [
    "5432gone_redfarn", "boogi_marabi_redfarn", "busy_schedule", "city_blues_redfarn",
    "flying_scotsman", "harp_harmony", "linns_basket",
  ].map { "/usr/share/games/openttd/baseset/openmsx/\($0).mid" }
  return Array(
    (shared + music).filter { TestFiles.exists($0) }.prefix(
      TestScale.cases(short: 1, full: 10)))
}()
