import Foundation
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A bank with known intonation errors, through the program.
@Suite("Intonation correction on the command line")
struct InTuneCommandTests {
  let peach: Peach

  /// Ten periods of 100 frames, declared as A4, which is correct at 44,000 Hz.
  static let rates: [UInt32] = [44_460, 43_720]

  static func cents(_ program: Int) -> Double { 1200 * log2(Double(rates[program]) / 44_000) }

  /// Two out-of-tune presets, one with vibrato, one a semitone off, and a kit.
  private static var builder: SoundFontBuilder {
    var builder = Fixtures.bank
    let sine = builder.samples[0]
    builder.samples = (Self.rates + [44_000, 44_000]).enumerated().map { index, rate in
      var sample = sine
      sample.rate = rate
      if index == 3 { sample.root = 70 }
      return sample
    }
    let vibrato: [SoundFontBuilder.Setting] = [.init(.vibratoLFOToPitch, 40)]
    builder.instruments = (0..<4).map {
      .init(zones: [
        .init(($0 == 2 ? vibrato : []) + [.init(.sampleModes, 1)], plays: UInt16($0))
      ])
    }
    builder.presets =
      ["Sharp", "Flat", "Vibrato", "Wrong Key"].enumerated().map {
        .init($1, program: UInt16($0), zones: [.init(plays: UInt16($0))])
      } + [.init("Kit", bank: 128, zones: [.init(plays: 0)])]
    return builder
  }

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Self.builder.chunks.file)
    try peach.put(
      "song.mid", Fixtures.song(end: 1500, [(250, [0x90, 69, 127]), (1250, [0x80, 69, 0])]))
  }

  private func wave(_ words: [String]) throws -> WAVFile {
    let result = try peach.end(peach.start(words + ["--format", "float", "-o", "a.wav"]))
    #expect(result.status == 0, "\(result.errors)")
    return try #require(WAVFile(peach.bytes("a.wav") ?? []))
  }

  /// Above A4, well within the note.
  private func pitch(_ file: WAVFile, from start: Int, near expected: Double) -> Double {
    expected
      + PitchMeter.cents(
        of: file.left[start..<(start + 44_000)], above: 440 * exp2(expected / 1200),
        sampleRate: 48_000)
  }

  @Test("`render` uses the bank's intonation by default, and corrects it with --in-tune")
  func render() throws {
    let words = ["render", "song.mid", "--bank", "my.sf2"]
    let plain = try wave(words)
    let inTune = try wave(words + ["--in-tune"])
    let again = try wave(words)
    #expect(again.left == plain.left && inTune.left != plain.left)
    // Without reverb and chorus.
    let dry = pitch(try wave(words + ["--no-effects"]), from: 13_000, near: Self.cents(0))
    #expect(abs(dry - Self.cents(0)) < 0.005)
    let dryInTune = try wave(words + ["--no-effects", "--in-tune"])
    #expect(abs(pitch(dryInTune, from: 13_000, near: 0)) < 0.005)
  }

  @Test(
    "`play` corrects intonation unless --uncorrected; --as-recorded keeps the bank's vibrato")
  func play() throws {
    let words = ["play", "440", "--bank", "my.sf2", "--duration", "1", "--sound"]
    #expect(abs(pitch(try wave(words + ["flat"]), from: 2000, near: 0)) < 0.005)
    let recorded = try wave(words + ["flat", "--uncorrected"])
    #expect(abs(pitch(recorded, from: 2000, near: Self.cents(1)) - Self.cents(1)) < 0.005)
    func spread(_ file: WAVFile) -> Double {
      let all = stride(from: 4800, to: 43_000, by: 200).map {
        PitchTrace.cents(file.left, at: $0, above: 440, sampleRate: 48_000)
      }
      return (all.max() ?? 0) - (all.min() ?? 0)
    }
    #expect(spread(try wave(words + ["vibrato", "--as-recorded"])) > 60)
    #expect(spread(try wave(words + ["vibrato"])) < 0.1)
  }

  @Test("`sounds --intonation` rates each preset, as text and as JSON")
  func sounds() throws {
    let plain = try peach.run("sounds", "--bank", "my.sf2", "--intonation")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let lines = plain.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines == [
        "0:0 Sharp [exact]", "0:1 Flat [exact]", "0:2 Vibrato [exact]",
        "0:3 Wrong Key [mean within 100.0 cents, varies by ±0.0 cents]", "128:0 Kit (unpitched)",
      ])
    #expect(try !peach.run("sounds", "--bank", "my.sf2").output.contains("["))
    let json = try peach.run("sounds", "--bank", "my.sf2", "--intonation", "--json")
    let list = try #require(JSON(json.output).list)
    let expected = [abs(Self.cents(0)), abs(Self.cents(1)), 0, 100]
    for (entry, error) in zip(list, expected) {
      let found = entry["intonation"]
      #expect(abs((found["worstErrorCents"].number ?? -1) - error) < 0.001)
      let left = error == 100 ? 100.0 : 0
      #expect(abs((found["worstRemainderCents"].number ?? -1) - left) < 0.05)
      #expect((found["worstVariationCents"].number ?? -1) < 0.05)
    }
    #expect(list[0]["intonation"]["badge"].text == "exact")
    #expect(list[4]["intonation"]["badge"].text == nil)
  }

  @Test("`inspect --intonation` rates each preset")
  func inspect() throws {
    for (options, zones) in [([], " 1 zones"), (["--zones"], "")] {
      let words = ["inspect", "my.sf2", "--intonation"] + options
      let result = try peach.end(peach.start(words))
      #expect(result.status == 0 && result.errors.isEmpty)
      let lines = result.output.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      #expect(lines.contains("0:0 Sharp\(zones) [exact]"))
      let rating = "[mean within 100.0 cents, varies by ±0.0 cents]"
      #expect(lines.contains("0:3 Wrong Key\(zones) \(rating)"))
      #expect(lines.contains("128:0 Kit\(zones)"))
    }
    let json = try JSON(peach.run("inspect", "my.sf2", "--intonation", "--json").output)
    let found = try #require(json["presets"].list)
    #expect(
      found.map { $0["intonation"]["badge"].text } == [
        "exact", "exact", "exact", "mean within 100.0 cents, varies by ±0.0 cents", nil,
      ])
  }

  private var cache: String { peach.path("home/.cache/peach/intonation") }

  private func maps() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0 != "files" }
  }

  @Test("Concurrent programs keep each other's measurements of a bank")
  func twoPrograms() throws {
    for _ in 0..<5 {
      let running = try ["sharp", "flat", "vibrato", "wrong"].enumerated().map { index, name in
        try peach.start(["sounds", name, "--bank", "my.sf2", "--intonation"], number: index)
      }
      for (index, process) in running.enumerated() {
        let result = try peach.end(process, number: index)
        #expect(result.status == 0 && result.errors.isEmpty)
      }
      let names = try maps()
      #expect(names.count == 1)
      let map = try Data(contentsOf: URL(filePath: "\(cache)/\(names[0])"))
      // A header of 28 bytes, four recordings of 153, a sum of 8.
      #expect(map.count == 28 + 4 * 153 + 8)
      try FileManager.default.removeItem(atPath: cache)
    }
  }

  @Test("An unusable cache folder is ignored")
  func noFolder() throws {
    try Data([1]).write(to: URL(filePath: peach.path("home/.cache")))
    let result = try peach.run("sounds", "sharp", "--bank", "my.sf2", "--intonation")
    #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("[exact]"))
  }

  private static let terminal = "/usr/bin/script"

  @Test(
    "A terminal shows the progress of measurements",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: terminal), "the program script is not there")
  )
  func progress() throws {
    let program = try #require(Peach.program)
    let command = "'\(program)' sounds --bank my.sf2 --intonation"
    let result = try peach.end(
      peach.start(["-q", "-e", "-c", command, "/dev/null"], by: Self.terminal))
    #expect(result.status == 0)
    #expect(result.output.contains("\rmeasuring 0 %"))
    #expect(result.output.contains("\rmeasuring 80 %"))
  }
}
