import Foundation
import SoundFontFixtures
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

  @Test("the table: each melodic preset before and after, with its badge")
  func table() throws {
    let result = try peach.run("tune", "my.sf2")
    #expect(result.status == 0, "\(result.errors)")
    // Progress is for terminals.
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").map { String($0) }
    }
    #expect(lines.count == 2 && lines[0] == ["Preset", "median", "worst", "jump", "badge"])
    let numbers = ["3.9", "→", "0.00", "3.9", "→", "0.00", "0.0", "→", "0.00"]
    #expect(lines[1] == ["0:42", "Pure", "Cello"] + numbers + ["exact"])
    #expect(try peach.names() == ["my.sf2"])
  }

  @Test("the same as JSON, every note of it, and the badge that `sounds --intonation` shows")
  func json() throws {
    let result = try peach.run("tune", "my.sf2", "--json", "--preset", "0:42")
    let json = try JSON(result.output)
    let preset = try #require(json["presets"].list?.first)
    #expect(preset["notes"].list?.count == 128 && preset["badge"].text == "exact")
    let cents = 1200 * log2(441.0 / 440)
    #expect(abs((preset["before"]["median"].number ?? 0) - cents) < 0.002)
    #expect((preset["after"]["worst"].number ?? 9) < 0.02)
    let sounds = try JSON(peach.run("sounds", "--bank", "my.sf2", "--intonation", "--json").output)
    #expect(sounds.list?.first?["intonation"]["badge"].text == "exact")
  }

  @Test("-o writes a bank in tune; the bank itself is refused, under whatever name")
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
      #expect(refused.status == 2 && refused.errors.contains("is the bank itself"))
    }
    #expect(peach.bytes("my.sf2") == before)
  }

  @Test("--resample goes with -o, and says how many samples it stretched")
  func resample() throws {
    let alone = try peach.run("tune", "my.sf2", "--resample")
    #expect(alone.status == 2 && alone.errors.contains("--out"))
    let result = try peach.run("tune", "my.sf2", "-o", "tuned.sf2", "--resample")
    #expect(result.status == 0 && result.errors.contains("samples stretched, 0 cannot be."))
    let json = try JSON(
      peach.run("tune", "my.sf2", "-o", "again.sf2", "--resample", "--json").output)
    #expect((json["resampledSamples"].number ?? 9) <= 1)
    #expect(json["presets"].list?.first?["after"]["worst"].number ?? 9 <= 0.01)
    #expect(peach.bytes("tuned.sf2") == peach.bytes("again.sf2"))
  }

  @Test("--plot draws each preset's notes, before and after, as SVG that is well-formed")
  func plot() throws {
    #expect(try peach.run("tune", "my.sf2", "--plot", "my.svg").status == 0)
    let data = Data(peach.bytes("my.svg") ?? [])
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.contains("0:42 Pure Cello (exact)"))
    // Two for the legend, and two for each of 128 keys.
    #expect(text.components(separatedBy: "<circle ").count - 1 == 258)
    for tag in ["svg", "text"] {
      #expect(
        text.components(separatedBy: "<\(tag) ").count
          == text.components(separatedBy: "</\(tag)>").count)
    }
  }

  @Test("--listen measures a recording: hertz, note and cents")
  func listen() throws {
    try peach.put(
      "song.mid",
      Fixtures.song(end: 1500, [(0, [0xC0, 42]), (100, [0x90, 69, 127]), (1400, [0x80, 69, 0])]))
    #expect(try peach.run("render", "song.mid", "--bank", "my.sf2", "--dry").status == 0)
    let result = try peach.run("tune", "--listen", "song.wav")
    if result.errors.contains("libsndfile") { return }
    #expect(result.status == 0 && result.errors.isEmpty)
    let words = result.output.split(separator: " ")
    #expect(abs((Double(words[0]) ?? 0) - 441) < 0.02)
    #expect(words[1] == "Hz" && words[2] == "A4" && words[3].hasPrefix("+3.9"))
    let json = try JSON(peach.run("tune", "--listen", "song.wav", "--json").output)
    #expect(json["note"].text == "A4" && abs((json["cents"].number ?? 0) - 3.93) < 0.1)
  }

  @Test(
    "mistakes are told with status 1 or 2, and leave nothing",
    arguments: [
      (["tune"], 2, "BANK is missing"),
      (["tune", "my.sf2", "--listen", "a.wav"], 2, "not both"),
      (["tune", "--listen", "a.wav", "-o", "b.sf2"], 2, "--out is for banks"),
      (["tune", "my.sf2", "--preset", "0:128"], 2, "0 to 127"),
      (["tune", "my.sf2", "--preset", "theremin"], 1, "theremin"),
      (["tune", "my.sf2", "--preset", "128:0"], 1, "melodic"),
      (["tune", "none.sf2"], 1, "none.sf2"),
      (["tune", "--listen", "my.sf2"], 1, "my.sf2"),
    ])
  func mistakes(words: [String], status: Int, sentence: String) throws {
    let result = try peach.end(peach.start(words))
    #expect(result.status == Int32(status) && result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(sentence))
    #expect(try peach.names() == ["my.sf2"])
  }
}
