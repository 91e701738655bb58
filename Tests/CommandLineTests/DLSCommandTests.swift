import Foundation
import SoundFontFixtures
import Testing

@Suite("DLS files in all commands")
struct DLSCommandTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var builder = DLSBuilder()
    builder.waves = [
      .init(
        (0..<1000).map { Int16((20_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
        settings: .init(unity: 69, loop: (0, 0, 1000)))
    ]
    builder.waves[0].rate = 44_000
    builder.instruments = [
      .init("Pure Cello", regions: [.init(keys: 3...99, connections: [(0, 0, 4, 0, -7 << 16)])]),
      .init("Kit"),
    ]
    builder.instruments[0].program = 42
    builder.instruments[1].bank = 0x8000_0000
    try peach.put("my.dls", builder.file)
    try peach.put("song.mid", Fixtures.song(end: 500, [(0, [0xC0, 42]), (0, [0x90, 69, 100])]))
  }

  @Test("Lists presets and contents")
  func listed() throws {
    let sounds = try peach.run("sounds", "--bank", "my.dls")
    let words = sounds.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(words == [["my.dls"], ["0:42", "Pure", "Cello"], ["128:0", "Kit", "(unpitched)"]])
    let plain = try peach.run("inspect", "my.dls")
    #expect(plain.status == 0 && plain.output.hasPrefix("my.dls: DLS\n"))
    #expect(plain.output.contains("2 presets, 0 instruments, 1 sample, 2000 bytes"))
    let zones = try peach.run("inspect", "my.dls", "--zones", "--list-samples")
    let lines = Set(zones.output.split(separator: "\n").map { $0.split(separator: " ") })
    #expect(lines.isSuperset(of: [["zone:", "wave"], ["pan", "-7"], ["keyRange", "3–99"]]))
    #expect(zones.output.contains("0–1000, loop 0–1000, 44000 Hz, key 69"))
    let json = try JSON(peach.run("inspect", "my.dls", "--json").output)
    #expect(json["format"].text == "DLS" && json["name"].text == "collection")
    #expect(json["presets"].list?.first?["name"].text == "Pure Cello")
  }

  @Test("Checks, imports and finds DLS files in the library")
  func imported() throws {
    let check = try peach.run("check", "my.dls", "--depth", "sound")
    #expect(check.status == 0, "\(check.output) \(check.errors)")
    let imported = try peach.run("import", "my.dls")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try peach.bankNames() == ["my.dls"])
    let sounds = try peach.run("sounds", "cello", "--json")
    let list = try #require(JSON(sounds.output).list)
    #expect(list.map { $0["path"].text }.contains(peach.path("data/peach/banks/my.dls")))
  }

  @Test("Renders with the same length and level as the same sample in a SoundFont")
  func rendered() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    for bank in ["my.dls", "my.sf2"] {
      let result = try peach.run(
        "render", "song.mid", "--bank", bank, "-o", "\(bank).wav", "--no-effects", "--format",
        "float")
      #expect(result.status == 0, "\(result.errors)")
    }
    let files = try ["my.dls.wav", "my.sf2.wav"].map {
      try #require(WAVFile(peach.bytes($0) ?? []))
    }
    let peaks = files.map { $0.left.map { abs($0) }.max() ?? 0 }
    #expect(peaks[0] > 0.01 && abs(peaks[0] / peaks[1] - 1) < 0.02)
  }
}
