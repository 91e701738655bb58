import Foundation
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A bank whose program 43 is an octave above its program 42, so that the pitch tells which plays.
@Suite("Instruments of channels")
struct InstrumentOptionTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    var bank = Fixtures.bank
    bank.samples.append(
      SoundFontSample(
        frames: (0..<1000).map { Int16((20_000 * sin(2 * .pi * Double($0) / 50)).rounded()) },
        loop: 0..<1000, rate: 44_000, root: 69))
    bank.instruments.append(
      .init("Octave", zones: [.init([.init(.sampleModes, 1), .init(.pan, 0)], plays: 1)]))
    bank.presets.append(.init("Octave", program: 43, zones: [.init(plays: 1)]))
    try peach.put("my.sf2", bank.chunks.file)
    // Both channels select the lower one, also in the middle; only one sounds at a time.
    var events: [(tick: Int, bytes: [UInt8])] = []
    for (tick, channel) in [(0, UInt8(0)), (1000, 1)] {
      events += [(tick, [0xC0 | channel, 42]), (tick, [0x90 | channel, 69, 100])]
      events += [(tick + 500, [0xC0 | channel, 42]), (tick + 900, [0x80 | channel, 69, 0])]
    }
    try peach.put("duet.mid", Fixtures.song(end: 2000, events))
  }

  private func run(_ arguments: String...) throws {
    let result = try peach.end(
      peach.start(arguments + ["--bank", "my.sf2", "--no-effects", "--force"]))
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Returns the pitches of the first and of the second note, in hertz.
  private func pitches(_ path: String) throws -> [Int] {
    let frames = try #require(WAVFile(peach.bytes(path) ?? [])).left
    return try [9_600, 57_600].map { start in
      let note = frames[start..<start + 24_000]
      return try #require(
        [440, 880].first { hertz in
          abs(PitchMeter.cents(of: note, above: Double(hertz), sampleRate: 48_000)) < 1
        })
    }
  }

  @Test("A channel plays the preset that is chosen, in songs and in practice tracks")
  func chosen() throws {
    for (option, expected) in [
      ("1=0:42", [440, 440]), ("1=0:43", [880, 440]), ("2=0:43", [440, 880]),
      ("1-2=0:43", [880, 880]), ("1=0:43,2=0:42", [880, 440]), ("1:2=0:43", [440, 880]),
      ("1-2=0:43,1=0:42", [440, 880]),
    ] {
      try run("render", "duet.mid", "-o", "a.wav", "--instrument", option)
      #expect(try pitches("a.wav") == expected, "\(option)")
    }
    try run("practice", "duet.mid", "--only-raised", "--part", "1", "--instrument", "1=0:43")
    let folder = peach.path("work/duet")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files.count == 1)
    #expect(try pitches("duet/" + (files.first ?? "")) == [880, 440])
  }

  @Test(
    "Channels without notes, also those of other ports, are named in a warning",
    arguments: [
      ("--instrument", "1=0:43,3=0:43,2:1=0:42", "3,2:1"), ("--mute", "2:10", "2:10"),
      ("--mute", "1,3-5", "3-5"), ("--solo", "1,16", "16"), ("--mute", "1:2", nil),
      ("--solo", "1-16", nil), ("--instrument", "1=0:43,2=0:42", nil),
    ] as [(String, String, String?)])
  func unused(option: String, channels: String, expected: String?) throws {
    for command in [
      ["render", "-o", "a.wav"], ["render", "--stems", "-o", "stems"], ["practice", "--part", "1"],
      ["play", "--null-audio", "--tempo", "1000"],
    ] {
      let result = try peach.end(
        peach.start(command + ["duet.mid", "--bank", "my.sf2", option, channels]))
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("the song has no notes on") == (expected != nil))
      guard let expected else { continue }
      let warning =
        "warning: \(option): the song has no notes on \(expected). Channels with notes: 1, 2.\n"
      #expect(result.errors.contains(warning), "\(result.errors)")
    }
    let json = try peach.run(
      "render", "duet.mid", "-o", "b.wav", "--bank", "my.sf2", "--json", option, channels)
    #expect(json.output.contains("the song has no notes on") == (expected != nil))
  }

  @Test(
    "What is no channel with a preset is an error",
    arguments: ["1", "1=42", "1=0:128", "1=129:0", "17=0:1", "1=0:1,", "=0:1", "1=0:1:2"])
  func invalid(option: String) throws {
    let result = try peach.run("render", "duet.mid", "-o", "a.wav", "--instrument", option)
    #expect(result.status == 2)
    #expect(result.errors.contains("such as 3=0:42") || result.errors.contains("channels from 1"))
  }
}
