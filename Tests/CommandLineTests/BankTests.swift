import Foundation
import SoundFontFixtures
import Testing

@Suite("peach sounds and peach inspect")
struct BankTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
  }

  @Test("Lists the presets of a file as text and as JSON")
  func sounds() throws {
    let plain = try peach.run("sounds", "--bank", "my.sf2")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let words = plain.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(words == [["my.sf2"], ["0:42", "Pure", "Cello"], ["128:0", "Kit", "(unpitched)"]])
    let json = try peach.run("sounds", "--bank", "my.sf2", "--json")
    #expect(json.status == 0)
    let list = try #require(JSON(json.output).list)
    #expect(list.map { $0["tag"].text } == ["sf2:my.sf2:0:42", "sf2:my.sf2:128:0"])
    #expect(list.map { $0["name"].text } == ["Pure Cello", "Kit"])
    #expect(list.map { $0["bank"].number } == [0, 128])
    #expect(list.map { $0["program"].number } == [42, 0])
    #expect(list.map { $0["pitched"].bool } == [true, false])
    #expect(list.map { $0["file"].text } == ["my.sf2", "my.sf2"])
  }

  @Test("Filters presets by part of the name, or by pitch")
  func chosen() throws {
    let named = try peach.run("sounds", "cELLo", "--bank", "my.sf2", "--json")
    #expect(try JSON(named.output).list?.map { $0["name"].text } == ["Pure Cello"])
    let pitched = try peach.run("sounds", "--pitched", "--bank", "my.sf2", "--json")
    #expect(try JSON(pitched.output).list?.map { $0["name"].text } == ["Pure Cello"])
    let none = try peach.run("sounds", "theremin", "--bank", "my.sf2")
    #expect(none.status == 1 && none.output.isEmpty && none.errors.hasPrefix("peach: "))
  }

  @Test("Finds the user's banks, ignores links to them, and reports broken ones")
  func userFolder() throws {
    let real = try peach.put("mine.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    try FileManager.default.createSymbolicLink(
      atPath: peach.path("data/peach/banks/other.sf2"), withDestinationPath: real)
    let broken = try peach.put("worse.sf2", Array("RIFF".utf8), in: "data/peach/banks")
    let result = try peach.run("sounds", "--json")
    #expect(result.status == 0)
    let list = try #require(JSON(result.output).list)
    let mine = list.filter { $0["path"].text?.hasPrefix(peach.folder) == true }
    #expect(mine.map { $0["path"].text } == [real, real])
    #expect(result.errors.contains(broken) && result.errors.contains("byte"))
  }

  @Test("Prints the contents of a bank as text, with zones and samples on request")
  func inspect() throws {
    let plain = try peach.run("inspect", "my.sf2")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    #expect(plain.output.hasPrefix("my.sf2: SF2 version 2.04\n"))
    #expect(plain.output.contains("2 presets, 1 instrument, 1 sample"))
    #expect(plain.output.contains("Pure Cello") && !plain.output.contains("zone:"))
    let whole = try peach.run("inspect", "my.sf2", "--zones", "--list-samples")
    let words = Set(whole.output.split(separator: "\n").map { $0.split(separator: " ") })
    #expect(words.isSuperset(of: [["zone:", "Tone"], ["zone:", "sample"], ["pan", "-7"]]))
    #expect(words.contains(["keyRange", "3–99"]) && words.contains(["sampleModes", "1"]))
    let sample = try #require(words.first { $0.first == "sample" })
    #expect(sample.joined(separator: " ").contains("0–1000, loop 0–1000, 44000 Hz, key 69"))
  }

  @Test("Prints the contents of a bank as JSON, with every value")
  func inspectJSON() throws {
    let result = try peach.run("inspect", "my.sf2", "--json")
    #expect(result.status == 0)
    let json = try JSON(result.output)
    #expect(json["format"].text == "SF2" && json["version"].text == "2.04")
    #expect(json["name"].text == "fixture")
    // 1,000 frames and the 46 that follow each sample, of two bytes.
    #expect(json["sampleBytes"].number == 2092 && json["is24Bit"].bool == false)
    let preset = try #require(json["presets"].list?.first)
    #expect(preset["name"].text == "Pure Cello" && preset["program"].number == 42)
    let zone = try #require(preset["zones"].list?.first)
    #expect(zone["plays"].text == "Tone")
    let generators = try #require(zone["generators"].list)
    #expect(generators.map { $0["number"].number } == [17, 41])
    #expect(generators.first?["amount"].number == -7)
    let kit = json["presets"].list?.last?["zones"].list?.first?["generators"].list?.first
    #expect(kit?["range"].list?.map(\.number) == [3, 99])
    let sample = try #require(json["samples"].list?.first)
    #expect(sample["sampleRate"].number == 44_000 && sample["originalPitch"].number == 69)
    #expect(sample["end"].number == 1000 && sample["loopEnd"].number == 1000)
    #expect(json["warnings"].list?.isEmpty == true)
  }

  @Test("A missing bank is an error with a remedy and status 1")
  func missing() throws {
    for words in [["sounds", "--bank", "no.sf2"], ["play", "440", "--bank", "no.sf2"]] {
      let result = try peach.end(peach.start(words))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("peach: ") && result.errors.contains("no.sf2"))
      #expect(result.errors.contains("SF2 or SF3"))
    }
    let inspected = try peach.run("inspect", "no.sf2")
    #expect(inspected.status == 1 && inspected.errors.contains("no.sf2"))
  }

  @Test("A corrupt bank is an error with file, chunk, byte and status 1")
  func broken() throws {
    var chunks = Fixtures.bank.chunks
    chunks["pbag"].append(contentsOf: [0, 0])
    let bytes = chunks.file
    let offset = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("pbag".utf8)) })
    try peach.put("broken.sf2", bytes)
    for words in [
      ["inspect", "broken.sf2"], ["sounds", "--bank", "broken.sf2"],
      ["play", "440", "--bank", "broken.sf2", "--output", "a.wav"],
    ] {
      let result = try peach.end(peach.start(words))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(
        result.errors.hasPrefix("peach: error: broken.sf2: ") && result.errors.hasSuffix(".\n"))
      #expect(result.errors.contains("pbag") && result.errors.contains("byte \(offset)"))
    }
    #expect(try peach.names() == ["broken.sf2", "my.sf2"])
  }
}
