import Testing

@Suite("The vocabulary")
struct VocabularyTests {
  @Test("the tree uses the standard terms, with at most 30 exceptions, all of them needed")
  func tree() throws {
    let tree = try RepositoryTree()
    let vocabulary = Vocabulary(try #require(tree.texts["Tests/vocabulary.txt"]))
    #expect(vocabulary.entries.count > 40)
    #expect(vocabulary.allowances.count <= 30)
    for allowance in vocabulary.unusedAllowances(text: { tree.texts[$0] }) {
      Issue.record("\(allowance.path) needs no allowance for \(allowance.phrase).")
    }
    for path in tree.paths where Self.isChecked(path) {
      let violations = vocabulary.violations(path: path, text: tree.texts[path] ?? "")
      if violations.isEmpty { continue }
      Issue.record("\(violations.map(\.description).joined(separator: "\n"))")
    }
  }

  /// The word list, its tests and the glossary name the words that they refuse.
  static func isChecked(_ path: String) -> Bool {
    let exceptions = [
      "Documentation/developers/glossary.md", "Tests/TidyTests/VocabularyTests.swift",
      "Tests/vocabulary.txt",
    ]
    guard !exceptions.contains(path), !path.hasSuffix(".svg") else { return false }
    return [
      "Benchmarks/", "CONTRIBUTING.md", "Documentation/", "FluidSynth/", "Python/", "README.md",
      "Scripts/", "Sources/",
    ]
    .contains { path.hasPrefix($0) } || path.hasPrefix("Tests/")
  }

  private let vocabulary = Vocabulary(
    """
    # A comment
    place, places = index, offset
    go on = continue
    /// what = a noun phrase
    grid = control block ; Sources/Portable/Synthesis
    plain in place, decimal places
    allow Sources/A.swift go on = a quotation
    """)

  @Test(
    "words are found in prose, in camel case and at the start of a comment",
    arguments: [
      "let place = 1", "var writePlace: Int", "// the places of notes", "func goOn() {}",
      "/// What moves.", "URLPlace", "\"Place\"", "let grid = 2",
    ])
  func found(line: String) {
    let path = "Sources/Portable/Synthesis/B.swift"
    let found = vocabulary.violations(path: path, text: "\n" + line)
    #expect(found.map(\.line) == [2])
  }

  @Test(
    "plain phrases, other words and other parts of sentences are not",
    arguments: [
      "transposed in place", "two decimal places", "// what", "replace", "going", "PLACED",
    ])
  func notFound(line: String) {
    #expect(vocabulary.violations(path: "Sources/B.swift", text: line) == [])
  }

  @Test("the list of the tree refuses wrong terms, and no everyday English")
  func everyday() throws {
    let vocabulary = Vocabulary(try #require(try RepositoryTree().texts["Tests/vocabulary.txt"]))
    let plain = [
      "Whatever the user wanted, nobody needs a quick sentence at once.",
      "Besides, the usual place is beside the loudest voice; meanwhile go on, for good.",
      "Foresee so many things as there are, side by side, for a person.",
    ]
    for line in plain {
      #expect(vocabulary.violations(path: "Documentation/a.md", text: line) == [])
    }
    for line in ["let strikeCount = 1", "the device ran dry", "licence", "/// What moves."] {
      #expect(vocabulary.violations(path: "Sources/B.swift", text: line).count == 1, "\(line)")
    }
  }

  @Test("a rule for a folder applies there only, an allowance to its file and phrase only")
  func scopes() {
    #expect(vocabulary.violations(path: "Sources/B.swift", text: "grid") == [])
    #expect(vocabulary.violations(path: "Sources/A.swift", text: "go on") == [])
    #expect(vocabulary.violations(path: "Sources/A.swift", text: "go on, place").count == 1)
    #expect(vocabulary.violations(path: "Sources/B.swift", text: "go on").count == 1)
    #expect(vocabulary.unusedAllowances { _ in "go on" } == [])
    #expect(vocabulary.unusedAllowances { _ in "goon" }.count == 1)
  }
}
