import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import Testing

@Suite("Build recipes")
struct BuildRecipeTests {
  @Test("A recipe lists presets and recordings; leading settings apply to all")
  func parsing() throws {
    let recipe = try BuildRecipe(
      parsing: """
        # Mine
        name Two
        copyright For all
        bits 24
        loops file
        keys 36-96
        preset 0:42 Solo Cello
          folder cello/arco
          files *_mf_*, *_ff_*
          without *rr2*
          middle-c C3
          root odd one.wav = C#3
          release 250
          layer *loud* = forte
          attack 20
          level -18
          dynamics 30
          reach 5
          takes first
        preset 128:0 Kit
          loops none
          roots said
          tones decaying
          onsets keep
          levels recorded
          dynamics recorded
        """)
    #expect(recipe.name == "Two" && recipe.bits == 24)
    #expect(recipe.information.map(\.code) == ["ICOP"])
    #expect(recipe.presets.map(\.name) == ["Solo Cello", "Kit"])
    #expect(recipe.presets.map(\.bank) == [0, 128] && recipe.presets.map(\.program) == [42, 0])
    let cello = recipe.presets[0].settings
    #expect(cello.folders == ["cello/arco"] && cello.loops == .file && cello.keys == 36...96)
    #expect(cello.includes("cello_mf_1.WAV") && cello.includes("CELLO_FF_1.wav"))
    #expect(!cello.includes("cello_mf_rr2.wav") && !cello.includes("cello_pp_1.wav"))
    #expect(cello.root(of: "Odd One.wav") == 61 && cello.root(of: "even.wav") == nil)
    #expect(cello.releaseSeconds == 0.25 && cello.rootChoice == .agreed)
    #expect(cello.layer(of: "a LOUD one.wav") == .dynamic(.f) && cello.layer(of: "soft") == nil)
    #expect(cello.attackSeconds == 0.02 && cello.levelDecibels == -18 && cello.reach == 5)
    #expect(cello.dynamics == .curve(decibels: 30) && cello.takes == .first)
    #expect(cello.tones == .measured && cello.onsets == .trim && cello.levelChoice == nil)
    let kit = recipe.presets[1].settings
    #expect(kit.loops == .none && kit.rootChoice == .declared && kit.keys == 36...96)
    #expect(kit.tones == .decaying && kit.onsets == .keep && kit.levelChoice == .recorded)
    #expect(kit.dynamics == .recorded && kit.takes == .best && kit.reach == nil)
    #expect(kit.folders.isEmpty && kit.middleC == 4 && kit.includes("anything"))
  }

  @Test(
    "Unknown recipe lines are reported with their line number",
    arguments: [
      ("drop", "drop"), ("bits 20", "16 or 24"), ("preset 0:42", "BANK:PROGRAM"),
      ("preset Cello", "BANK:PROGRAM"), ("preset 0:128 X", "BANK:PROGRAM"),
      ("preset 0:1 Überorgel", "ASCII"), ("preset 0:0 Again", "already"), ("folder", "folder"),
      ("files a,,b", "pattern"), ("root a.wav", "root odd.wav = C4"),
      ("root a.wav = H4", "root odd.wav = C4"), ("loops maybe", "find, file, none"),
      ("middle-c D4", "C3, C4, C5"), ("keys 3", "36-96"), ("release 0", "1 to 60000"),
      ("roots guessed", "agreed, heard, said"), ("name", "name"),
      ("tones odd", "heard, sustained, decaying, single"), ("onsets cut", "trim, keep"),
      ("attack 0", "1 to 1000"), ("levels loud", "even, recorded"), ("level 3", "-60 to 0"),
      ("level --3", "-60 to 0"), ("dynamics x", "recorded"), ("takes last", "best, first"),
      ("reach 200", "0 to 127"), ("layer a.wav", "layer *loud* = ff"),
      ("layer a.wav = loud", "layer *loud* = ff"),
    ])
  func mistakes(line: String, word: String) throws {
    let error = try #require(throws: RecipeError.self) {
      try BuildRecipe(parsing: "# one\npreset 0:0 First\n" + line)
    }
    #expect(error.line == 3 && error.reason.contains(word), "\(error)")
    #expect(throws: RecipeError.self) { try BuildRecipe(parsing: "name None\n") }
  }

  @Test("A preset has any bank of MIDI, up to 16383 (14 bits of bank select)")
  func banks() throws {
    let recipe = try BuildRecipe(
      parsing: "folder .\npreset 511:127 A\npreset 512:0 B\npreset 16383:127 C\n")
    #expect(recipe.presets.map(\.bank) == [511, 512, 16_383])
    #expect(recipe.presets.map(\.program) == [127, 0, 127])
  }

  @Test("The recipes of the guide are valid")
  func guide() throws {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: repository.appending(path: "Documentation/banks/building.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```\n").filter { $0.contains("\npreset ") }
    #expect(blocks.count >= 3)
    for block in blocks { _ = try BuildRecipe(parsing: block) }
  }
}
