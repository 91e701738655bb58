import Foundation
import PeachFileIO
import SoundFontFixtures
import Testing

@Suite("Stacks of sound banks for notes")
struct NoteBankTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("gm.sf2", Self.bank("Grand", [("Piano", 0, 0), ("Cello", 0, 42)]))
    try peach.put("my.sf2", Self.bank("Mine", [("My cello", 0, 3), ("My flute", 0, 4)]))
  }

  private static func bank(
    _ name: String, _ presets: [(name: String, bank: UInt16, program: UInt16)]
  ) -> [UInt8] {
    var builder = Fixtures.bank
    builder.information[1].bytes = Array(name.utf8) + [0]
    let zones = builder.presets[0].zones
    builder.presets = presets.map {
      .init($0.name, bank: $0.bank, program: $0.program, zones: zones)
    }
    return builder.chunks.file
  }

  /// Plays a note, and returns the preset that the program names.
  private func played(_ sound: String?, _ options: String...) throws -> String {
    let words = ["play", "A4", "--duration", "0.1", "-o", "a.wav", "--as-recorded"]
    let result = try peach.end(
      peach.start(words + (sound.map { ["--sound", $0] } ?? []) + options))
    return result.errors.components(separatedBy: " at 440 Hz")[0]
  }

  @Test("Notes play the last of several banks, with its numbers, and parts of it")
  func play() throws {
    #expect(try played("sf2:0:42", "--bank", "gm.sf2") == "Cello (Grand)")
    #expect(
      try played("sf2:0:42", "--bank", "gm.sf2", "--bank", "my.sf2:0:3=0:42")
        == "My cello (Mine)")
    #expect(
      try played("piano", "--bank", "gm.sf2", "--bank", "my.sf2") == "Piano (Grand)")
    let hidden = try played("flute", "--bank", "gm.sf2", "--bank", "my.sf2:0:3")
    #expect(hidden.contains("Cannot find \"flute\""))
    // Without --sound, the first preset of the last bank, unless the banks have the stored one.
    #expect(try played(nil, "--bank", "my.sf2:0:4") == "My flute (Mine)")
    let missing = try played("cello", "--bank", "my.sf2:7")
    #expect(missing.contains("my.sf2 has no preset 7:*. `peach sounds --bank my.sf2`"))
  }

  @Test("`sounds` lists the presets of several banks by the numbers that select them")
  func sounds() throws {
    let result = try peach.run("sounds", "--bank", "gm.sf2", "--bank", "my.sf2:0:3=0:42", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let tags = try #require(JSON(result.output).list).compactMap { $0["tag"].text }
    #expect(tags == ["sf2:my.sf2:0:42", "sf2:gm.sf2:0:0", "sf2:gm.sf2:0:42"])
    // Each tag is a value of --sound.
    for (tag, name) in zip(tags, ["My cello (Mine)", "Piano (Grand)", "Cello (Grand)"]) {
      #expect(try played(tag, "--bank", "gm.sf2", "--bank", "my.sf2:0:3=0:42") == name)
    }
  }

  @Test("Banks of the settings precede those installed, in every folder")
  func settings() throws {
    try peach.put("gm.sf2", peach.bytes("gm.sf2") ?? [], in: "data/peach/banks")
    #expect(try played("sf2:0:42") == "Cello (Grand)")
    let set = try peach.run("settings", "set", "banks", "my.sf2:0:3=0:42")
    let path = try #require(FileAccess.resolved(peach.path("work/my.sf2")))
    #expect(set.status == 0 && set.errors == "banks: \(path):0:3=0:42\n")
    #expect(try played("sf2:0:42") == "My cello (Mine)")
    #expect(try played("piano") == "Piano (Grand)")
    // A bank that is gone is an error of notes, and a warning of the list.
    try FileManager.default.removeItem(atPath: path)
    #expect(try played("piano").contains("Cannot open \(path)"))
    let list = try peach.run("sounds")
    #expect(list.status == 0 && list.output.contains("Piano"))
    #expect(list.errors.contains("Cannot open \(path)"))
  }

  @Test("Other commands take several banks for notes, too")
  func others() throws {
    let banks = ["--bank", "gm.sf2", "--bank", "my.sf2:0:4"]
    let demo = try peach.end(peach.start(["demo", "-o", "d.wav"] + banks))
    #expect(demo.status == 0, "\(demo.errors)")
    let test = try peach.end(
      peach.start(
        ["listen-test", "--plain", "--null-audio", "--sound", "my flute", "--trials", "1"] + banks))
    // A constant tone is the same straight.
    #expect(test.errors.contains("nothing to compare") && test.errors.contains("My flute"))
    let train = try peach.end(
      peach.start(["train", "--plain", "--null-audio", "--sound", "my flute"] + banks))
    #expect(train.status == 0, "\(train.errors)")
  }

  // A file with sfArk at byte 26 is an archive, which is not read.
  @Test("A file as a sound is named, with its format or the option that takes it")
  func file() throws {
    let bank = try played("./my.sf2")
    #expect(
      bank.contains("./my.sf2 is a file, not the name of a sound. Pass --bank ./my.sf2"))
    try peach.put("a.sfArk", [UInt8](repeating: 1, count: 26) + Array("sfArk  ".utf8))
    let packed = try played("a.sfArk", "--bank", "gm.sf2")
    #expect(packed.contains("a.sfArk: it is a SoundFont packed by sfArk"))
    #expect(packed.contains("sfarkxtc") && !packed.contains("Cannot find"))
    #expect(try played("./none.pat").contains("Cannot find \"./none.pat\""))
  }
}
