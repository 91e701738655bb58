import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Prune recipes")
struct RecipeTests {
  private func preset(
    _ bank: UInt16, _ program: UInt16, _ name: String
  ) -> SoundFontContents.Preset {
    .init(name, bank: bank, program: program, zones: [])
  }

  @Test(
    "Patterns match bank and program, or the name regardless of case",
    arguments: [
      ("0:42", true), ("0:43", false), ("8:42", false), ("0:40-42", true), ("0:43-50", false),
      ("0:*", true), ("128:*", false), ("*:42", true), ("*:*", true), ("Solo Cello", true),
      ("solo cello", true), ("cello", false), ("*cello*", true), ("*CELLO", true), ("S*C*o", true),
      ("S*x*o", false), ("Solo?Cello", true), ("?olo Cello", true), ("Solo Cello?", false),
      ("*", true), ("*o*o*o*", true), ("*o*o*o*o", false), ("0:42 ", false),
    ])
  func patterns(text: String, isMatch: Bool) throws {
    let pattern = try #require(PresetPattern(text))
    #expect(pattern.matches(preset(0, 42, "Solo Cello")) == isMatch)
    #expect(pattern.description == text)
  }

  @Test("Text that is neither BANK:PROGRAM nor a name is not a pattern")
  func noPatterns() {
    for text in ["", "0:128", "16384:0", "0:5-4", "0:", ":5", "-:5", "0:5-", "0:99999999999"] {
      #expect(PresetPattern(text) == nil, "\(text)")
    }
    // A colon within text is part of a name.
    #expect(PresetPattern("Piano: soft") != nil)
  }

  @Test("A recipe lists presets, names, keys, a layer, trimming and comments")
  func parsing() throws {
    let recipe = try PruningRecipe(
      parsing: """
        # For the phone
          name  Small orchestra\r
        keep 0:40 as Violin

        try  8:48,*soft strings* as Soft As Silk
        keep *:0-7
        rename 0:1 as Bright
        keys 36 - 96
        layer 100
        trim-loops
        """)
    #expect(recipe.name == "Small orchestra")
    #expect(recipe.choices.map(\.name) == ["Violin", "Soft As Silk", nil])
    #expect(recipe.choices.map(\.isOptional) == [false, true, false])
    #expect(
      recipe.choices.map { $0.alternatives.map(\.description) }
        == [["0:40"], ["8:48", "*soft strings*"], ["*:0-7"]])
    #expect(recipe.renamings.map(\.name) == ["Bright"])
    #expect(recipe.keys == 36...96 && recipe.layer == 100 && recipe.trimsLoops)
  }

  @Test(
    "Unknown recipe lines are reported with their line number",
    arguments: [
      ("keep", "BANK:PROGRAM"), ("keep 0:40,", "BANK:PROGRAM"), ("keep 0:128", "0:128"),
      ("keep 0:1 as Überorgel", "ASCII"), ("keep 0:1 as A name of 21 letters.", "21"),
      ("keep 0:1 as A name of 20 letters", ""),
      ("drop 0:1", "drop"), ("name", "name"),
      ("keys 5", "36-96"), ("keys 96-36", "36-96"), ("keys 0-128", "36-96"),
      ("layer 0", "1 to 127"), ("layer 128", "1 to 127"), ("trim-loops now", "Nothing"),
      ("rename 0:1", "new name"), ("rename 0:1, 0:2 as Two", "new name"),
    ])
  func mistakes(line: String, word: String) throws {
    let text = "# one\nkeep 0:0\n" + line
    if word.isEmpty {
      #expect(throws: Never.self) { try PruningRecipe(parsing: text) }
      return
    }
    let error = try #require(throws: RecipeError.self) { try PruningRecipe(parsing: text) }
    #expect(error.line == 3 && error.reason.contains(word), "\(error)")
  }

  @Test("The guide quotes the included recipe")
  func guide() throws {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: repository.appending(path: "Documentation/banks/pruning.md"), encoding: .utf8)
    for recipe in PruningRecipe.shipped {
      #expect(guide.contains("--recipe \(recipe.name)`:\n```\n\(recipe.text)\n```\n"))
    }
  }

  @Test("The included recipe selects 15 to 20 instruments with clean names")
  func shipped() throws {
    #expect(PruningRecipe.shipped.map(\.name) == ["ear-training"])
    let recipe = try PruningRecipe(parsing: PruningRecipe.shipped[0].text)
    #expect((15...20).contains(recipe.choices.count))
    let names = recipe.choices.compactMap(\.name)
    #expect(Set(names).count == recipe.choices.count)
    // The program families of the General MIDI 1 sound set.
    for program in [0, 24, 40, 48, 52, 56, 73] {
      let pattern = try #require(PresetPattern("0:\(program)"))
      #expect(recipe.choices.contains { $0.alternatives == [pattern] })
    }
  }
}
