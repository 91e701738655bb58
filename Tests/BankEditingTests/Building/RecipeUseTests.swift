import PeachBankEditing
import PeachInstrumentFiles
import Testing

@Suite("Recipes that use others")
struct RecipeUseTests {
  private func read(_ text: String, _ files: [String: String] = [:]) throws -> BuildRecipe {
    try BuildRecipe(parsing: text) { files[$0] }
  }

  @Test("All recipes of Peach are valid, and the orchestra consists of the other three")
  func shipped() throws {
    var recipes: [String: BuildRecipe] = [:]
    for (name, text) in BuildRecipe.shipped { recipes[name] = try read(text) }
    #expect(recipes.keys.sorted() == ["iowa", "peach-orchestra", "salamander", "sonatina"])
    let orchestra = try #require(recipes["peach-orchestra"])
    let names = Set(
      ["salamander", "iowa", "sonatina"].flatMap { recipes[$0]?.presets ?? [] }.map(\.name))
    #expect(orchestra.presets.allSatisfy { $0.isUsed && names.contains($0.name) })
    #expect(orchestra.presets.first?.name == "Grand Piano" && orchestra.bits == 24)
    #expect(orchestra.presets.first?.settings.folders.first == "Salamander/Samples")
    #expect(orchestra.presets.allSatisfy { $0.settings.allFolders.allSatisfy(\.isOptional) })
    // Creative Commons licenses demand the names of the authors.
    for author in ["Alexander Holm", "University of Iowa", "Mattias Westlund"] {
      #expect(
        orchestra.information.contains {
          String(decoding: $0.bytes, as: UTF8.self).contains(author)
        })
    }
  }

  @Test("Selected presets keep their own settings, in a folder of the other recipe")
  func selection() throws {
    let other = "attack 7\npreset 0:1 One\nfolder a\npreset 0:2 Two\npreset 5:3 Three\nfolder /b"
    let recipe = try read(
      "attack 20\nuse other.txt 0:2, *ree in My Folder\npreset 0:9 Own", ["other.txt": other])
    #expect(recipe.presets.map(\.name) == ["Two", "Three", "Own"])
    #expect(recipe.presets.map(\.isUsed) == [true, true, false])
    #expect(recipe.presets.map(\.settings.folders) == [["My Folder"], ["/b"], []])
    #expect(recipe.presets.map(\.settings.attackSeconds) == [0.007, 0.007, 0.02])
  }

  @Test(
    "Mistakes are reported with their line",
    arguments: [
      ("use iowa", "must follow"), ("use iowa 0:40", "must follow"),
      ("use iowa 0:200 in x", "must follow"), ("use iowa 9:9 in x", "matches"),
      ("use none.txt 0:1 in x", "salamander"), ("use self 0:1 in x", "use each other"),
      ("use broken *:* in x", "broken, line 2"), ("use iowa 0:40 in x\nrelease 5", "precede"),
      ("try folder", "must follow"), ("try hard", "must follow"), ("tryfolder x", "Unknown"),
    ])
  func mistakes(lines: String, word: String) throws {
    let files = ["self": "use self 0:1 in y", "broken": "preset 0:0 A\nnonsense"]
    let error = try #require(throws: RecipeError.self) { try read("preset 1:1 A\n" + lines, files) }
    #expect(error.line >= 2 && error.reason.contains(word), "\(error)")
  }
}
