import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach settings")
struct SettingsTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  private var file: String? {
    FileManager.default.contents(atPath: peach.path("config/peach/settings.json"))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func put(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("config/peach"), withIntermediateDirectories: true)
    try peach.put("settings.json", Array(text.utf8), in: "config/peach")
  }

  /// Returns the members `value` and `default` of a setting.
  private func setting(_ name: String) throws -> [String?] {
    let list = try #require(JSON(peach.run("settings", "--json").output).list)
    let line = try #require(list.first { $0["name"].text == name })
    #expect(line["meaning"].text?.isEmpty == false && line["values"].text?.isEmpty == false)
    return [line["value"].text, line["default"].text]
  }

  @Test("Every setting is listed with its value, default and valid values; no file is created")
  func list() throws {
    let result = try peach.run("settings")
    #expect(result.status == 0)
    let names = [
      "soundSource", "referencePitch", "tuning", "tuningRoot", "keyboardMapping", "adaptive",
      "stretch", "tone", "banks", "device", "periodFrames", "bufferFrames",
    ]
    for name in names { #expect(result.output.contains("\(name) ")) }
    #expect(result.output.contains("380 to 480 (default: 440)"))
    let list = try #require(JSON(peach.run("settings", "--json").output).list)
    #expect(list.compactMap { $0["name"].text } == names)
    #expect(file == nil)
  }

  @Test("A sound that no installed bank has is refused with the nearest names")
  func sound() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    let wrong = try peach.run("settings", "set", "soundSource", "pure chello")
    #expect(wrong.status == 1 && wrong.errors.contains("Did you mean \"Pure Cello\"?"))
    #expect(file == nil)
    let right = try peach.run("settings", "set", "soundSource", "pure cello")
    #expect(right.status == 0 && right.errors.isEmpty == false)
    #expect(try setting("soundSource").first == "pure cello")
    #expect(try peach.run("settings", "set", "soundSource", "sine").status == 0)
    let device = try peach.run("settings", "set", "device", "no-such-device")
    #expect(device.status == 0 && device.errors.contains("`peach devices`"))
  }

  @Test("A setting is set and reset; unknown keys remain")
  func change() throws {
    try put(#"{"later": {"a": [1, 2.5, null, true]}, "periodFrames": 64}"#)
    #expect(try peach.run("settings", "set", "referencePitch", "442.5").status == 0)
    #expect(try peach.run("settings", "set", "device", "plughw:0").status == 0)
    #expect(try setting("referencePitch") == ["442.5", "440"])
    #expect(try setting("device") == ["plughw:0", nil])
    #expect(try setting("periodFrames") == ["64", "128"])
    #expect(try peach.run("settings", "reset", "device").status == 0)
    #expect(try peach.run("settings", "reset", "referencePitch").status == 0)
    #expect(try setting("referencePitch") == ["440", "440"])
    #expect(try setting("device") == [nil, nil])
    let stored = try JSON(#require(file))
    #expect(stored["later"]["a"].list?.count == 4 && stored["periodFrames"].number == 64)
    #expect(stored["referencePitch"].number == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: peach.path("config/peach"))
    #expect(names == ["settings.json"])
  }

  @Test(
    "An invalid value is refused with the valid ones, and the file stays unchanged",
    arguments: [
      ("referencePitch", "500", "380 to 480"), ("periodFrames", "1", "16 to 16384"),
      ("periodFrames", "20.5", "16 to 16384"), ("bufferFrames", "100", "two periods to 131072"),
      ("soundSource", "sf2:0:128", "sf2:BANK:PROGRAM"), ("referencePitch", "nan", "380 to 480"),
    ])
  func invalid(name: String, value: String, message: String) throws {
    try put(#"{"periodFrames": 64}"#)
    let before = file
    let result = try peach.run("settings", "set", name, value)
    #expect(result.status != 0 && result.errors.contains(message), "\(result.errors)")
    #expect(file == before)
  }

  @Test("A file with an invalid value is repaired by set or reset; one that is not JSON is kept")
  func broken() throws {
    try put(#"{"periodFrames": 1}"#)
    let refused = try peach.run("settings")
    #expect(refused.status == 1 && refused.errors.contains("settings.json: Invalid value 1"))
    #expect(try peach.run("settings", "reset", "periodFrames").status == 0)
    #expect(try setting("periodFrames") == ["128", "128"])
    try put("{")
    let result = try peach.run("settings", "set", "periodFrames", "64")
    #expect(result.status == 1 && result.errors.contains("settings.json"))
    #expect(file == "{")
  }

  @Test("Banks of the settings play songs, the last one first, and --bank replaces them")
  func banks() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    var low = Fixtures.bank
    low.samples[0].rate = 22_000
    try peach.put("low.sf2", low.chunks.file)
    try peach.put("a.mid", Fixtures.song(end: 960, [(0, [0xC0, 42]), (0, [0x90, 69, 100])]))
    func cents(near hertz: Double, _ options: [String] = []) throws -> Double {
      let words = ["render", "a.mid", "-o", "a.wav", "--no-effects", "--format", "float"]
      let result = try peach.end(peach.start(words + options))
      #expect(result.status == 0, "\(result.errors)")
      let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
      return PitchMeter.cents(of: file.left[4800..<14_400], above: hertz, sampleRate: 48_000)
    }
    #expect(abs(try cents(near: 440, ["--bank", "my.sf2"])) < 0.1)
    #expect(try peach.run("settings", "set", "banks", "my.sf2", "low.sf2:0:42").status == 0)
    // Settings apply in all folders.
    let paths = [peach.path("work/my.sf2"), peach.path("work/low.sf2:0:42")]
    #expect(try setting("banks").first == paths.joined(separator: " "))
    // A4 of the later bank is an octave lower.
    #expect(abs(try cents(near: 220)) < 0.1)
    #expect(abs(try cents(near: 440, ["--bank", "my.sf2"])) < 0.1)
    let missing = try peach.run("settings", "set", "banks", "my.sf2:0:99")
    #expect(missing.status == 1 && missing.errors.contains("has no preset 0:99"))
    #expect(try peach.run("settings", "set", "device", "a", "b").status == 2)
    #expect(try peach.run("settings", "reset", "banks").status == 0)
  }
}
