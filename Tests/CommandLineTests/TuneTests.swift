import Foundation
import PeachSampleCodec
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach tune")
struct TuneTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var bank = Fixtures.bank
    // 100 frames at 44,100 Hz are 441 Hz: 3.930 cents above its root key's 440.
    bank.samples[0].rate = 44_100
    try peach.put("my.sf2", bank.chunks.file)
  }

  @Test("Prints each melodic preset before and after correction, with its rating")
  func table() throws {
    let result = try peach.run("tune", "my.sf2")
    #expect(result.status == 0, "\(result.errors)")
    // Progress is shown on terminals only.
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").map { String($0) }
    }
    #expect(lines.count == 2 && lines[0] == ["Preset", "median", "worst", "jump", "badge"])
    let numbers = ["3.9", "→", "0.00", "3.9", "→", "0.00", "0.0", "→", "0.00"]
    #expect(lines[1] == ["0:42", "Pure", "Cello"] + numbers + ["exact"])
    #expect(try peach.names() == ["my.sf2"])
  }

  @Test("JSON contains every note, and the rating of `sounds --intonation`")
  func json() throws {
    let result = try peach.run("tune", "my.sf2", "--json", "--preset", "0:42")
    let json = try JSON(result.output)
    let preset = try #require(json["presets"].list?.first)
    // A cello's compass: C2 to C6, keys 36 to 84.
    #expect(preset["notes"].list?.count == 49 && preset["badge"].text == "exact")
    let all = try JSON(peach.run("tune", "my.sf2", "--json", "--all-keys").output)
    #expect(all["presets"].list?.first?["notes"].list?.count == 128)
    let cents = 1200 * log2(441.0 / 440)
    #expect(abs((preset["before"]["median"].number ?? 0) - cents) < 0.002)
    #expect((preset["after"]["worst"].number ?? 9) < 0.02)
    let sounds = try JSON(peach.run("sounds", "--bank", "my.sf2", "--intonation", "--json").output)
    #expect(sounds.list?.first?["intonation"]["badge"].text == "exact")
  }

  @Test("-o writes a corrected bank; the input file is refused under any name")
  func out() throws {
    let before = try #require(peach.bytes("my.sf2"))
    let result = try peach.run("tune", "my.sf2", "-o", "tuned.sf2")
    #expect(result.status == 0)
    #expect(result.errors.contains("tuned.sf2: 1 sample headers changed, 0 added"))
    let table = try peach.run("tune", "tuned.sf2").output
    #expect(table.contains("0.0 → 0.00"))
    #expect(try peach.names() == ["my.sf2", "tuned.sf2"])
    try FileManager.default.createSymbolicLink(
      atPath: peach.path("work/link.sf2"), withDestinationPath: peach.path("work/my.sf2"))
    let names = [("-o", "my.sf2"), ("-o", "./my.sf2"), ("-o", "link.sf2"), ("--plot", "my.sf2")]
    for (option, name) in names {
      let refused = try peach.end(peach.start(["tune", "my.sf2", option, name]))
      #expect(refused.status == 2 && refused.errors.contains("is the input file"))
    }
    #expect(peach.bytes("my.sf2") == before)
  }

  @Test("--resample requires -o and reports the number of resampled samples")
  func resample() throws {
    let alone = try peach.run("tune", "my.sf2", "--resample")
    #expect(alone.status == 2 && alone.errors.contains("--output"))
    let result = try peach.run("tune", "my.sf2", "-o", "tuned.sf2", "--resample")
    #expect(result.status == 0 && result.errors.contains("samples resampled; 0 could not be."))
    let json = try JSON(
      peach.run("tune", "my.sf2", "-o", "again.sf2", "--resample", "--json").output)
    #expect((json["resampledSamples"].number ?? 9) <= 1)
    #expect(json["presets"].list?.first?["after"]["worst"].number ?? 9 <= 0.01)
    #expect(peach.bytes("tuned.sf2") == peach.bytes("again.sf2"))
  }

  @Test("--plot writes well-formed SVG with each note before and after correction")
  func plot() throws {
    #expect(try peach.run("tune", "my.sf2", "--plot", "my.svg").status == 0)
    let data = Data(peach.bytes("my.svg") ?? [])
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.contains("0:42 Pure Cello (exact)"))
    // Two in the legend, and two per key of the compass.
    #expect(text.components(separatedBy: "<circle ").count - 1 == 2 + 2 * 49)
    for tag in ["svg", "text"] {
      #expect(
        text.components(separatedBy: "<\(tag) ").count
          == text.components(separatedBy: "</\(tag)>").count)
    }
  }

  @Test(
    "--analyze measures frequency, note and cents of a recording",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func listen() throws {
    try peach.put(
      "song.mid",
      Fixtures.song(end: 1500, [(0, [0xC0, 42]), (100, [0x90, 69, 127]), (1400, [0x80, 69, 0])]))
    #expect(try peach.run("render", "song.mid", "--bank", "my.sf2", "--no-effects").status == 0)
    let result = try peach.run("tune", "--analyze", "song.wav")
    #expect(result.status == 0 && result.errors.isEmpty)
    let words = result.output.split(separator: " ")
    #expect(abs((Double(words[0]) ?? 0) - 441) < 0.02)
    #expect(words[1] == "Hz" && words[2] == "A4" && words[3].hasPrefix("+3.9"))
    let json = try JSON(peach.run("tune", "--analyze", "song.wav", "--json").output)
    #expect(json["note"].text == "A4" && abs((json["cents"].number ?? 0) - 3.93) < 0.1)
  }

  @Test(
    "Errors exit with status 1 or 2 and leave no files",
    arguments: [
      (["tune"], 2, "Missing argument BANK"),
      (["tune", "my.sf2", "--analyze", "a.wav"], 2, "not both"),
      (["tune", "--analyze", "a.wav", "-o", "b.sf2"], 2, "--output requires a bank"),
      (["tune", "my.sf2", "--preset", "0:128"], 2, "0 to 127"),
      (["tune", "my.sf2", "--preset", "theremin"], 1, "theremin"),
      (["tune", "my.sf2", "--preset", "128:0"], 1, "melodic"),
      (["tune", "none.sf2"], 1, "none.sf2"),
      (["tune", "--analyze", "my.sf2"], 1, "my.sf2"),
    ])
  func mistakes(words: [String], status: Int, message: String) throws {
    let result = try peach.end(peach.start(words))
    #expect(result.status == Int32(status) && result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(message))
    #expect(try peach.names() == ["my.sf2"])
  }

  @Test("An SFZ instrument is converted, measured and written in tune; --report has its cards")
  func otherFormats() throws {
    // 100 frames at 44,100 Hz are 441 Hz: 3.930 cents above the 440 of key 69.
    var wave = WaveFile(
      (0..<1000).map { Int16((8000 * sin(2 * .pi * Double($0) / 100)).rounded()) })
    wave.addSampler(key: 69, loop: 0...999)
    try peach.put("tone.wav", wave.bytes)
    try peach.put(
      "a.sfz", Array("<region> sample=tone.wav pitch_keycenter=69 lokey=60 hikey=80".utf8))
    let result = try peach.run("tune", "a.sfz", "-o", "tuned.sf2", "--report", "<a>.html")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("3.9 → 0.00"))
    #expect(try peach.run("tune", "tuned.sf2").output.contains("0.0 → 0.00"))
    let html = String(decoding: peach.bytes("<a>.html") ?? [], as: UTF8.self)
    for part in [
      "<!DOCTYPE html>", "Intonation of a.sfz", "B → A", "C4, velocity 1", "<svg ", "3.9",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(try peach.run("tune", "a.sfz", "--report", "b.txt").status == 0)
    let text = String(decoding: peach.bytes("b.txt") ?? [], as: UTF8.self)
    #expect(text.contains("Worst keys") && text.contains("+3.93 → "))
    for words in [
      ["a.sfz", "-o", "b.sfz"], ["a.sfz", "--report", "b.pdf"], ["a.sfz", "--report", "a.sfz"],
      ["a.sfz", "--report", "c.txt", "--straight"],
    ] {
      #expect(try peach.end(peach.start(["tune"] + words)).status == 2, "\(words)")
    }
    // A recording and a text are no banks.
    #expect(try peach.run("tune", "tone.wav").errors.contains("is a recording"))
    #expect(try peach.run("tune", "b.txt").status == 1)
  }
}
