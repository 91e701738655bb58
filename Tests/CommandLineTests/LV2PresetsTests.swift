import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("peach lv2-presets")
struct LV2PresetsTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my bank.sf2", Fixtures.bank.chunks.file)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: peach.path(name), encoding: .utf8)
  }

  @Test("Writes a bundle with a preset for each preset of the bank, and replaces it")
  func bundle() throws {
    for _ in 0..<2 {
      let result = try peach.run("lv2-presets", "my bank.sf2")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "\(peach.path("home/.lv2/my_bank.presets.lv2")): 2 presets\n")
    }
    let manifest = try text("home/.lv2/my_bank.presets.lv2/manifest.ttl")
    #expect(manifest.contains("rdfs:label \"000:042 Pure Cello\""))
    #expect(manifest.contains("rdfs:label \"128:000 Kit\""))
    let presets = try text("home/.lv2/my_bank.presets.lv2/presets.ttl")
    #expect(presets.contains("<urn:peach:sampler:preset> \"0:42\""))
    #expect(presets.contains("<urn:peach:sampler:bank> <file:///"))
    #expect(presets.contains("/my%20bank.sf2> ;"))
    let other = try peach.run("lv2-presets", "my bank.sf2", "--folder", "bundles")
    #expect(other.status == 0 && other.output == "bundles/my_bank.presets.lv2: 2 presets\n")
  }

  @Test("A bundle of several banks has the presets that play, and loads all banks")
  func stack() throws {
    try peach.put("own.sf2", Fixtures.bank.chunks.file)
    let result = try peach.run("lv2-presets", "my bank.sf2", "own.sf2:0:42=0:7")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "\(peach.path("home/.lv2/my_bank-own.presets.lv2")): 3 presets\n")
    let presets = try text("home/.lv2/my_bank-own.presets.lv2/presets.ttl")
    #expect(presets.contains("rdfs:label \"000:007 Pure Cello\""))
    #expect(presets.contains("/own.sf2> ;"))
    #expect(presets.contains("/my bank.sf2\\n/"))
    #expect(presets.contains("/own.sf2:0:42=0:7\\n\" ;"))
    let wrong = try peach.run("lv2-presets", "my bank.sf2", "own.sf2:4")
    #expect(wrong.status == 1 && wrong.errors.contains("own.sf2 has no preset 4:*."))
  }

  /// Declarations as in the plug-in's own description.
  private static let plugIn = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    <urn:peach:sampler> a lv2:Plugin ; doap:name "Peach" .
    <urn:peach:sampler:bank> a lv2:Parameter ; rdfs:label "Bank" .
    <urn:peach:sampler:banks> a lv2:Parameter ; rdfs:label "Banks" .
    <urn:peach:sampler:preset> a lv2:Parameter ; rdfs:label "Preset" .

    """

  @Test(
    "sord_validate finds no errors in the bundle",
    .enabled(
      if: OtherProgram.succeeds(["sord_validate", "-v"])
        && TestFiles.exists("/usr/lib/lv2/core.lv2"),
      "Requires sord_validate and lv2-dev."))
  func valid() throws {
    let banks = ["my bank.sf2", "my bank.sf2:0:42=0:7"]
    #expect(
      try peach.end(peach.start(["lv2-presets"] + banks + ["--folder", "bundles"])).status == 0)
    let plugIn = try peach.put("plugin.ttl", Array(Self.plugIn.utf8))
    let manager = FileManager.default
    // Bundles without a library are specifications.
    let schemas = try manager.contentsOfDirectory(atPath: "/usr/lib/lv2").flatMap { bundle in
      let names = try manager.contentsOfDirectory(atPath: "/usr/lib/lv2/\(bundle)")
      if names.contains(where: { $0.hasSuffix(".so") }) { return [String]() }
      return names.filter { $0.hasSuffix(".ttl") }.map { "/usr/lib/lv2/\(bundle)/\($0)" }
    }
    let files = ["manifest", "presets"].map {
      peach.path("work/bundles/my_bank-my_bank.presets.lv2/\($0).ttl")
    }
    let result = try OtherProgram.run(["sord_validate"] + schemas + [plugIn] + files)
    let text = result.text + result.errors
    #expect(text.contains(" 0 errors among \(schemas.count + 3) files"), "\(text)")
  }

  @Test("Reports as JSON")
  func json() throws {
    let result = try peach.run("lv2-presets", "my bank.sf2", "--folder", "bundles", "--json")
    let report = try JSON(result.output)
    #expect(report["presets"].number == 2)
    #expect(report["bundle"].text == "bundles/my_bank.presets.lv2")
  }

  @Test("A missing bank, and a missing home folder, are errors")
  func errors() throws {
    let missing = try peach.run("lv2-presets", "none.sf2")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(missing.errors.contains("none.sf2"))
    let homeless = try peach.end(
      peach.start(["lv2-presets", "my bank.sf2"], environment: ["HOME": ""]))
    #expect(homeless.status == 1 && homeless.errors.contains("--folder"))
  }
}
