import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("peach import, remove, check, fetch and about")
struct LibraryTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  /// Corrupt files and files of unsupported formats.
  static let malformed: [String] = {
    let data = TestFiles.sharedData.path
    let files = FileManager.default.subpaths(atPath: data) ?? []
    return files.filter {
      !$0.hasPrefix("facts/")
        && ($0.contains("/malformed/") || $0 == "dls/symbian/Corrupt.DLS"
          || $0 == "sf2/mrtenz/invalid.sf2")
    }.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: data + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted().map { data + "/" + $0 }
  }()

  @Test(
    "Malformed files are refused with reason and offset, and the library is unchanged",
    .enabled(if: !malformed.isEmpty, "Requires PEACH_SHARED_DATA."))
  func malformedFiles() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    let before = try peach.run("sounds", "--json")
    #expect(before.output.contains("Pure Cello"))
    for file in Self.malformed {
      let result = try peach.run("import", file)
      #expect(result.status == 1 && result.output.isEmpty)
      let prefix = "peach: error: Cannot import \(file): "
      // Files of no known format have no chunk.
      let isUnknown = result.errors.hasPrefix(prefix + "it is not a sound bank: the first bytes")
      let hasOffset =
        result.errors.hasPrefix(prefix + "chunk ‘") && result.errors.contains("at byte ")
      #expect(isUnknown || hasOffset, "\(result.errors)")
      for (ending, format) in [(".exs", "EXS24"), (".DLS", "DLS")] where file.hasSuffix(ending) {
        #expect(result.errors.contains("\(format) "), "\(result.errors)")
      }
      let after = try peach.run("sounds", "--json")
      #expect(after.output == before.output && after.errors == before.errors)
      #expect(try peach.bankNames() == ["my.sf2"])
      print(result.errors.dropLast())
    }
    #expect(Self.malformed.count >= 4)
  }

  @Test("`import` lists the presets, and detects banks that are already present")
  func imported() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    let first = try peach.run("import", "my.sf2")
    #expect(first.status == 0)
    #expect(first.output.contains("0:42") && first.output.contains("Pure Cello"))
    #expect(first.errors.contains("Imported my.sf2 as \(peach.path("data/peach/banks/my.sf2"))"))
    try peach.put("copy.sf2", Fixtures.bank.chunks.file)
    let again = try peach.run("import", "copy.sf2", "my.sf2", "--json")
    let lines = try #require(JSON(again.output).list)
    #expect(again.status == 0 && lines.map { $0["result"].text } == ["present", "present"])
    #expect(lines[0]["path"].text == peach.path("data/peach/banks/my.sf2"))
    #expect(lines[0]["presets"].list?.map { $0["name"].text } == ["Pure Cello", "Kit"])
    #expect(try peach.bankNames() == ["my.sf2"])
  }

  @Test("`import` adds valid files, and the status reports the others")
  func several() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("bad.sf2", Array("RIFF".utf8))
    let result = try peach.run("import", "bad.sf2", "none.sf2", "my.sf2")
    #expect(result.status == 1 && result.errors.contains("Cannot import bad.sf2"))
    #expect(result.errors.contains("none.sf2"))
    #expect(try peach.bankNames() == ["my.sf2"])
  }

  @Test("`remove` removes one file: after confirmation at a terminal, or with --yes")
  func remove() throws {
    for name in ["a.sf2", "b.sf2", "c.sf2"] {
      try peach.put(name, Fixtures.bank.chunks.file, in: "data/peach/banks")
    }
    let refused = try peach.run("remove", "a.sf2")
    #expect(refused.status == 2 && refused.errors.contains("--yes"))
    for (answer, names) in [("n\n", ["a.sf2", "b.sf2", "c.sf2"]), ("y\n", ["b.sf2", "c.sf2"])] {
      let terminal = try Terminal()
      terminal.type(answer)
      let process = try peach.start(["remove", "a.sf2"], at: terminal)
      #expect(try peach.end(process).status == 0)
      #expect(terminal.shown().contains("Remove \(peach.path("data/peach/banks/a.sf2"))? [y/N]"))
      #expect(try peach.bankNames() == names)
    }
    #expect(try peach.run("remove", "b.sf2", "--yes").status == 0)
    let gone = try peach.run("remove", "b.sf2", "--yes")
    #expect(gone.status == 1 && gone.errors.contains("It contains c.sf2"))
    #expect(try peach.bankNames() == ["c.sf2"])
  }

  @Test("`check` prints findings and exits with 0, 3 or 1 by severity")
  func check() throws {
    var builder = Fixtures.bank
    builder.presets[1].zones[0].settings = []
    builder.samples[0].loop = 100..<900
    try peach.put("clean.sf2", builder.chunks.file)
    let clean = try peach.run("check", "clean.sf2")
    #expect(clean.status == 0 && clean.output.isEmpty, "\(clean.output)")
    #expect(clean.errors == "0 errors, 0 warnings, 0 notes\n")
    builder.samples[0].correction = 40
    try peach.put("flat.sf2", builder.chunks.file)
    let flat = try peach.run("check", "flat.sf2")
    #expect(flat.status == 3 && flat.output.contains("40 cents sharp (out-of-tune)"))
    #expect(try peach.run("check", "flat.sf2", "--depth", "sound").status == 0)
    builder.presets[0].zones[0].target = 7
    try peach.put("broken.sf2", builder.chunks.file)
    let broken = try peach.run("check", "broken.sf2", "--json")
    let json = try JSON(broken.output)
    #expect(broken.status == 1 && json["result"].text == "broken")
    #expect(json["counts"]["error"].number == 1)
    let finding = try #require(json["findings"].list?.first)
    #expect(finding["rule"].text == "dangling-instrument" && finding["section"].text == "§7.5")
    #expect(finding["severity"].text == "error")
    try peach.put("no.sf2", Array("RIFF".utf8))
    let unreadable = try peach.run("check", "no.sf2")
    #expect(unreadable.status == 1 && unreadable.output.contains("at byte 0"))
  }

  @Test("`about` credits the authors of banks; `fetch` lists banks")
  func aboutAndFetch() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    let about = try peach.run("about")
    #expect(about.status == 0 && about.output.contains("MIT") && about.output.contains("fixture"))
    let json = try JSON(peach.run("about", "--json").output)
    #expect(json["banks"].list?.contains { $0["name"].text == "fixture" } == true)
    let list = try peach.run("fetch", "--list")
    #expect(list.status == 0 && list.output.contains("generaluser-gs"))
    #expect(list.output.contains("License v2.0") && list.output.contains("Frank Wen"))
    let none = try peach.run("fetch", "no-such-bank")
    #expect(none.status == 1 && none.errors.contains("It contains generaluser-gs, "))
  }

  @Test("`fetch` reports unreachable addresses of a custom list")
  func offline() throws {
    let bank = """
      [{"name": "far", "file": "far.sf2", "address": "http://127.0.0.1:9/far.sf2", "byteCount": 9,
      "sha256": "\(String(repeating: "0a", count: 32))", "license": "MIT", "attribution": "A"}]
      """
    let path = try peach.put("list.json", Array(bank.utf8))
    let process = try peach.start(["fetch", "far"], environment: ["PEACH_BANK_LIST": path])
    let result = try peach.end(process)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors.contains("Cannot reach")
        || result.errors.contains("requires the program curl"))
  }
}
