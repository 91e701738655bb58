import Testing

// Where a text would break the rule it shows, it is put together from two parts.
@Suite("What the rules for texts find")
struct TextRulesTests {
  @Test("leftovers are found as whole words")
  func leftovers() {
    let text = "one\n// " + "TO" + "DO: two\n" + "FIX" + "ME\nTO" + "DOS"
    #expect(TextRules.leftovers(path: "a", text: text).map(\.line) == [2, 3])
  }

  @Test("paths of one machine are found", arguments: ["root", "home", "work", "Users"])
  func machinePaths(folder: String) {
    let text = "cd /usr/share/sounds\ncd /" + folder + "/peach\ncd ./" + folder
    #expect(TextRules.machinePaths(path: "a", text: text).map(\.line) == [2])
  }

  @Test("people are found by address and by signature")
  func people() {
    let text = """
      // \("someone" + "@" + "somewhere.org") wrote this
      // \("Created" + " by ") someone
      /// \("@" + "author") someone
      @inlinable func play() {} // icon@2x.png, a@b
      """
    #expect(TextRules.people(path: "a", text: text).map(\.line) == [1, 2, 3])
  }

  @Test("a dead link is found, relative to its file; code and other hosts are left alone")
  func deadLinks() {
    let text = """
      [a](Sources/A.swift) and [b](<gone.md>)
      [c](#part) [d](https://example.org) `[e](gone.md)`
      ```swift
      [Float](repeating: 0)
      ```
      [f](../../outside.md)
      [g]: gone.md
      [h](Sources/A.swift#line), [i](./Sources/../Sources)
      """
    let present: Set = ["Documentation/Sources/A.swift", "Documentation/Sources"]
    let found = TextRules.deadLinks(
      path: "Documentation/a.md", text: text, exists: present.contains)
    #expect(found.map(\.line) == [1, 6, 7])
  }

  @Test("a file of a megabyte passes, one byte more does not")
  func fileSize() {
    #expect(TextRules.fileSize(path: "a", bytes: 1_000_000).isEmpty)
    #expect(TextRules.fileSize(path: "a", bytes: 1_000_001).count == 1)
  }

  @Test("a script must be executable, say what runs it, and have functions if it has 151 lines")
  func scripts() {
    let short = "#!/usr/bin/env bash\n" + String(repeating: "echo\n", count: 149)
    #expect(TextRules.script(path: "Scripts/a", text: short, isExecutable: true).isEmpty)
    let long = short + "echo\n"
    #expect(TextRules.script(path: "Scripts/a", text: long, isExecutable: true).count == 1)
    let uncalled = long + "main() {\n}\n"
    #expect(TextRules.script(path: "Scripts/a", text: uncalled, isExecutable: true).count == 1)
    let program = uncalled + "main \"$@\"\n"
    #expect(TextRules.script(path: "Scripts/a", text: program, isExecutable: true).isEmpty)
    #expect(TextRules.script(path: "peach", text: short, isExecutable: false).count == 1)
    #expect(TextRules.script(path: ".ci/run", text: "./test\n", isExecutable: true).count == 1)
    #expect(TextRules.script(path: "Sources/a", text: long, isExecutable: false).isEmpty)
  }
}
