import Foundation
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A recording of one player with vibrato, and one of three players, through the program.
@Suite("Straight tones on the command line")
struct StraightToneCommandTests {
  let peach: Peach

  /// Presets 0:42, a soloist with a vibrato of ±15 cents at 5 Hz, and 0:48, three players who
  /// differ in pitch and timbre. The loops close after whole periods.
  static let bank: [UInt8] = {
    func sample(_ players: [(hertz: Double, cents: Double, phase: Double)]) -> SoundFontSample {
      let frames = (0..<70_560).map { frame in
        let seconds = Double(frame) / 44_100
        var value = 0.0
        for (number, player) in players.enumerated() {
          // A deviation of `cents` at 5 Hz, as modulation of the phase, in cycles.
          let depth = player.hertz * (exp2(player.cents / 1200) - 1) / (2 * .pi * 5)
          let phase =
            player.hertz * seconds + depth * sin(2 * .pi * (5 * seconds + player.phase))
          for partial in 1...8 {
            let weight = players.count == 1 || (partial + number) % 3 == 0 ? 1 : 0.35
            let start = Double(partial * partial * number) * 0.13
            value += weight * sin(2 * .pi * (Double(partial) * phase + start)) / Double(partial)
          }
        }
        return Int16((value * 5000 * min(seconds / 0.02, 1)).rounded())
      }
      return SoundFontSample(frames: frames, loop: 26_460..<70_560, root: 69)
    }
    var builder = SoundFontBuilder()
    builder.samples = [
      sample([(440, 15, 0)]), sample([(440, 6, 0), (441, 6, 0.3), (439, 6, 0.6)]),
    ]
    builder.instruments = (0..<2).map { .init(zones: [.init([.init(.sampleModes, 1)], plays: $0)]) }
    builder.presets = [
      .init("Soloist", bank: 0, program: 42, zones: [.init(plays: 0)]),
      .init("Section", bank: 0, program: 48, zones: [.init(plays: 1)]),
    ]
    return builder.chunks.file
  }()

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Self.bank)
  }

  private func play(
    _ words: [String], pitch: String = "440"
  ) throws -> (audio: [Float], errors: String) {
    let first = ["play", pitch, "--bank", "my.sf2", "--duration", "1", "--format", "float"]
    let result = try peach.end(peach.start(first + ["-o", "a.wav"] + words))
    #expect(result.status == 0, "\(result.errors)")
    return (try #require(WAVFile(peach.bytes("a.wav") ?? [])).left, result.errors)
  }

  /// Returns the standard deviation of the pitch in windows of 100 ms, in cents.
  private func deviation(_ audio: [Float]) -> Double {
    let all = CombMeter.cents(
      audio, from: 0.2, through: 0.9, step: 0.05, above: 440, sampleRate: 48_000)
    #expect(all.count == 15)
    let mean = all.reduce(0, +) / Double(all.count)
    #expect(abs(mean) < 1)
    return (all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)).squareRoot()
  }

  /// Returns the largest deviation of 100 ms from the mean, from 50 ms on, in the lowest note of a
  /// cello. It plays the first 20 ms of the recording, its attack, in 135 ms.
  private func lowestVariation() throws -> Double {
    let audio = try play(["--sound", "soloist"], pitch: "C2").audio
    let all = CombMeter.cents(
      audio, from: 0.1, through: 0.9, above: 440 * exp2(-33 / 12), sampleRate: 48_000)
    #expect(all.count == 33)
    let mean = all.reduce(0, +) / Double(all.count)
    return all.reduce(0) { max($0, abs($1 - mean)) }
  }

  @Test("`play` is straight, has an amount of vibrato, or plays as recorded")
  func vibrato() throws {
    let straight = try play(["--sound", "soloist"])
    #expect(straight.errors.contains("\nStraight tone\n"))
    #expect(deviation(straight.audio) < 0.2)
    let recorded = try play(["--sound", "soloist", "--as-recorded"])
    #expect(recorded.errors.contains("\nAs recorded, mean corrected\n"))
    let natural = deviation(recorded.audio)
    // A window of 100 ms attenuates 15/√2 cents at 5 Hz by no more than half.
    #expect(natural > 5 && natural < 10.7)
    for percent in [50.0, 100, 200] {
      let some = try play(["--sound", "soloist", "--vibrato", "\(percent)"])
      #expect(some.errors.contains("\nStraight tone with \(Int(percent)) % vibrato\n"))
      let ratio = deviation(some.audio) / natural
      #expect(abs(ratio / (percent / 100) - 1) < 0.1, "\(percent): \(ratio)")
    }
  }

  @Test("--smooth is another straight tone, with the same pitch")
  func smooth() throws {
    let smooth = try play(["--sound", "soloist", "--smooth"])
    #expect(smooth.errors.contains("\nStraight tone, levels smoothed\n"))
    #expect(deviation(smooth.audio) < 0.2)
    #expect(smooth.audio != (try play(["--sound", "soloist"]).audio))
    let half = try play(["--sound", "soloist", "--smooth", "--vibrato", "50"])
    #expect(half.errors.contains("\nStraight tone, levels smoothed, with 50 % vibrato\n"))
  }

  @Test("Several players are played as recorded, and the reason is printed")
  func section() throws {
    let straight = try play(["--sound", "section"])
    #expect(straight.errors.contains("\nSeveral players: as recorded"))
    let recorded = try play(["--sound", "section", "--as-recorded"])
    #expect(straight.audio == recorded.audio)
    let uncorrected = try play(["--sound", "section", "--uncorrected"])
    #expect(uncorrected.errors.contains("\nSeveral players: as recorded\n"))
    // The mean of the three is 440 Hz: a correction may be within the doubt, and refused.
    let isCorrected = straight.audio != uncorrected.audio
    #expect(straight.errors.contains("mean corrected") == isCorrected)
  }

  @Test("`sounds` and `inspect` rate presets as they are played")
  func badges() throws {
    func lines() throws -> [String] {
      let result = try peach.run("sounds", "--bank", "my.sf2", "--intonation")
      #expect(result.status == 0 && result.errors.isEmpty)
      return result.output.split(separator: "\n").map(String.init)
    }
    let first = try lines()
    // New presets are measured.
    #expect(first.contains { $0.contains("Soloist  [straight, within ") })
    #expect(first.contains { $0.contains("Section  [several players, mean within ") })
    _ = try play(["--sound", "soloist"])
    #expect(try lines() == first)
    let json = try JSON(
      peach.run("sounds", "--bank", "my.sf2", "--intonation", "--json").output)
    let found = try #require(json.list?.map { $0["intonation"] })
    #expect(found[0]["isStraight"].bool == true && found[1]["isStraight"].bool == false)
    #expect(found[0]["reason"].text == nil && found[1]["reason"].text == "several players")
    #expect((found[0]["worstRemainderCents"].number ?? 9) < 0.05)
    #expect(abs((found[0]["worstVariationCents"].number ?? 9) - (try lowestVariation())) < 0.3)
    #expect(abs((found[0]["vibratoExtentCents"].number ?? 0) / 15 - 1) < 0.05)
    #expect(abs((found[0]["vibratoHertz"].number ?? 0) - 5) < 0.1)
    let inspected = try peach.run("inspect", "my.sf2", "--intonation").output
    #expect(inspected.contains("mean within 0.0 cents; largest 100 ms deviation 0."))
    #expect(inspected.contains("; recorded vibrato extent ±1"))
    let report = try JSON(peach.run("inspect", "my.sf2", "--intonation", "--json").output)
    #expect(
      report["presets"].list?.map { $0["intonation"]["badge"].text }
        == found.map { $0["badge"].text })
  }

  @Test("On a device, the tone is printed when the note begins")
  func device() throws {
    let result = try peach.run(
      "play", "440", "--bank", "my.sf2", "--sound", "soloist", "--null-audio", "--duration", "0.2")
    #expect(result.status == 0 && result.errors.contains("\nStraight tone\n"), "\(result.errors)")
  }

  @Test("`render --straight` reports each preset as JSON, and changes songs only on request")
  func render() throws {
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 1500,
        [
          (0, [0xC0, 42]), (0, [0xC1, 48]), (250, [0x90, 69, 127]), (250, [0x91, 69, 1]),
          (1250, [0x80, 69, 0]),
        ]))
    func song(_ options: [String]) throws -> (audio: [Float], json: JSON) {
      let words = ["render", "song.mid", "--bank", "my.sf2", "--no-effects", "--format", "float"]
      let result = try peach.end(peach.start(words + ["-o", "a.wav", "--json"] + options))
      #expect(result.status == 0, "\(result.errors)")
      return (try #require(WAVFile(peach.bytes("a.wav") ?? [])).left, try JSON(result.output))
    }
    func deviation(_ audio: [Float]) -> Double { self.deviation(Array(audio.dropFirst(12_000))) }
    let plain = try song([])
    #expect(plain.json["tones"].list == nil)
    let straight = try song(["--straight"])
    let tones = try #require(straight.json["tones"].list)
    #expect(tones.map { $0["preset"].text } == ["0:42", "0:48"])
    #expect(tones.map { $0["tone"].text } == ["straight tone", "several players: as recorded"])
    #expect(deviation(plain.audio) > 5 && deviation(straight.audio) < 0.5)
    let half = try song(["--straight", "--vibrato", "50"])
    #expect(abs(deviation(half.audio) / deviation(plain.audio) - 0.5) < 0.05)
    #expect(try song([]).audio == plain.audio)
  }

  private var cache: String { peach.path("home/.cache/peach/straight") }

  @Test("Concurrent programs play the same, and leave complete files")
  func twoPrograms() throws {
    for _ in 0..<3 {
      let running = try (0..<3).map { number in
        try peach.start(
          ["play", "440", "--bank", "my.sf2", "--sound", "soloist", "-o", "\(number).wav"],
          number: number)
      }
      for (number, process) in running.enumerated() {
        #expect(try peach.end(process, number: number).status == 0)
        #expect(peach.bytes("\(number).wav") == peach.bytes("0.wav"))
      }
      let names = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
      // The folder of the bank, and the file of the recording.
      #expect(names.count == 2 && !names.contains { $0.hasSuffix(".partial") }, "\(names)")
      try FileManager.default.removeItem(atPath: cache)
    }
  }

  @Test("A cached tone is the same, and an unusable cache folder is ignored")
  func noFolder() throws {
    let words = ["--sound", "soloist"]
    let first = try play(words)
    #expect(try play(words).audio == first.audio)
    try FileManager.default.removeItem(atPath: peach.path("home/.cache"))
    try Data([1]).write(to: URL(filePath: peach.path("home/.cache")))
    let without = try play(words)
    #expect(without.audio == first.audio && without.errors.contains("\nStraight tone\n"))
  }
}
