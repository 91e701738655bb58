import Testing

/// Every rule, over every file it is about. What a rule says is shown by ``CodeRulesTests`` and
/// ``TextRulesTests``.
@Suite("The tree keeps the house rules")
struct TreeTests {
  let tree: RepositoryTree

  init() throws { tree = try RepositoryTree() }

  @Test("the tree is found: manifest, sources and this file")
  func found() {
    #expect(tree.texts["Package.swift"] != nil)
    #expect(tree.texts["Tests/TidyTests/TreeTests.swift"] != nil)
    #expect(tree.texts(under: "Sources/Portable/", suffix: ".swift").count > 10)
  }

  @Test("source files have at most 400 lines, functions 70")
  func lengths() {
    expectNone(sources.flatMap { CodeRules.fileLength(path: $0, text: $1) })
    expectNone(sources.flatMap { CodeRules.functionLength(path: $0, text: $1) })
  }

  @Test("portable code imports no operating system")
  func imports() {
    expectNone(sources.flatMap { CodeRules.portableImports(path: $0, text: $1) })
  }

  @Test("signal processing uses no sound bank, MIDI or synthesizer type")
  func signalProcessing() {
    expectNone(sources.flatMap { CodeRules.signalProcessing(path: $0, text: $1) })
  }

  @Test("programs make no integer of a floating-point number without a check")
  func floatingConversions() {
    expectNone(sources.flatMap { CodeRules.floatingConversions(path: $0, text: $1) })
  }

  @Test("functions that devices and hosts call on the audio thread are verified as real-time code")
  func callbacks() {
    let modules = Dictionary(grouping: sources) { source in
      source.path.split(separator: "/").prefix(3).joined(separator: "/")
    }
    for files in modules.values {
      let marked = files.reduce(into: Set<Substring>()) {
        $0.formUnion(RealtimeRules.markedFunctions(in: $1.text))
      }
      expectNone(
        files.flatMap { RealtimeRules.callbacks(path: $0.path, text: $0.text, marked: marked) })
    }
  }

  @Test("opening a file links no voice")
  func dependencies() throws {
    let manifest = try #require(tree.texts["Package.swift"])
    expectNone(DependencyRules.voicelessReaders(manifest: manifest))
  }

  @Test("the only program among the products is peach-cli; programs of the checks are none")
  func products() throws {
    let manifest = try #require(tree.texts["Package.swift"])
    #expect(DependencyRules.executables(manifest: manifest) == ["peach-cli"])
    #expect(manifest.contains("testProgram("))
  }

  @Test("no type has the name of its module")
  func names() {
    expectNone(sources.flatMap { CodeRules.moduleNames(path: $0, text: $1) })
  }

  @Test("every public type is named in a test")
  func tested() {
    let tests = tree.texts(under: "Tests/", suffix: ".swift")
      .filter { !$0.path.hasPrefix("Tests/TidyTests/") }
    let words = Set(tests.flatMap { CodeRules.words($0.text) })
    expectNone(sources.flatMap { CodeRules.untestedTypes(path: $0, text: $1, words: words) })
  }

  @Test("no relative link in a Markdown file is dead")
  func links() {
    expectNone(
      tree.texts(under: "", suffix: ".md").flatMap {
        TextRules.deadLinks(path: $0, text: $1, exists: tree.exists)
      })
  }

  @Test("the index of the documentation links every page but the decisions")
  func index() throws {
    let folder = "Documentation/"
    let index = try #require(tree.texts[folder + "README.md"])
    let pages = tree.texts(under: folder, suffix: ".md").map { $0.path.dropFirst(folder.count) }
      .filter { $0 != "README.md" && !$0.hasPrefix("decisions/") }
    #expect(pages.count > 20)
    for page in pages { #expect(index.contains("](\(page))"), "\(page)") }
  }

  @Test("CONTRIBUTING lists the steps of Scripts/check in their tiers")
  func steps() throws {
    let check = try #require(tree.texts["Scripts/check"])
    func steps(_ name: Regex<(Substring, Substring)>) -> Set<String> {
      let words = check.matches(of: name).flatMap { $0.1.split { " \n".contains($0) } }
      return Set(words.map(String.init))
    }
    let page = try #require(tree.texts["CONTRIBUTING.md"])
    let tiers = page.split(separator: "| *`all` adds:* | |").map { tier in
      Set(tier.matches(of: /(?m)^\| `([a-z0-9-]+)` \|/).map { String($0.1) })
    }
    try #require(tiers.count == 2)
    let standard = steps(/\ndefault=\(([^)]*)\)/)
    #expect(standard.count > 5)
    #expect(tiers[0] == standard)
    #expect(tiers[1] == steps(/\n(?:use|compile|measure)=\(([^)]*)\)/))
  }

  @Test("CONTRIBUTING names only folders and files that exist")
  func contributing() throws {
    let page = try #require(tree.texts["CONTRIBUTING.md"])
    let paths = page.matches(
      of: /`((?:Benchmarks|Documentation|Examples|Packaging|Python|Scripts|Sources|Tests)\/[^` ]+)/
    ).map { String($0.1) }.filter { !$0.contains("<") }
    #expect(paths.count > 30)
    for path in paths { #expect(tree.exists(path), "\(path)") }
  }

  @Test("scripts, packaging and workflows name only source files that exist")
  func namedFiles() {
    let callers = ["Scripts/", "Packaging/", ".github/", "Python/", "test", "peach"].flatMap {
      tree.texts(under: $0)
    }
    // Paths in another folder follow a slash, names of variables a brace.
    let paths = /(?m)(?:^|[ "'(=])((?:Sources|Documentation)\/[A-Za-z0-9_.\/+-]+\.[a-z]+)/
    var count = 0
    for (path, text) in callers {
      for match in text.matches(of: paths) {
        count += 1
        #expect(tree.exists(String(match.1)), "\(path) names \(match.1)")
      }
    }
    #expect(count > 10)
  }

  @Test("no file is over 1 MB")
  func sizes() throws {
    expectNone(
      try tree.paths.flatMap { TextRules.fileSize(path: $0, bytes: try tree.size(of: $0)) })
  }

  @Test("scripts are executable, and have functions if they are long")
  func scripts() {
    expectNone(
      tree.texts(under: "").flatMap {
        TextRules.script(path: $0, text: $1, isExecutable: tree.isExecutable($0))
      })
  }

  @Test("sources have at most 100 columns")
  func columns() {
    expectNone(tree.texts(under: "").flatMap { LayoutRules.columns(path: $0, text: $1) })
  }

  @Test("style sheets, documents and scripts have one declaration, element or statement a line")
  func page() {
    let sheets = tree.texts(under: "", suffix: ".css")
    let documents = tree.texts(under: "Sources/", suffix: ".html")
    let scripts = tree.texts(under: "", suffix: ".js") + tree.texts(under: "", suffix: ".mjs")
    expectNone(sheets.flatMap { LayoutRules.styleSheet(path: $0, text: $1) })
    expectNone(documents.flatMap { LayoutRules.document(path: $0, text: $1) })
    expectNone(scripts.flatMap { LayoutRules.script(path: $0, text: $1) })
    #expect(!sheets.isEmpty && !documents.isEmpty && !scripts.isEmpty)
  }

  @Test("no text has leftovers, paths of one machine, or people's names")
  func texts() {
    let texts = tree.texts(under: "")
    expectNone(texts.flatMap { TextRules.leftovers(path: $0, text: $1) })
    expectNone(texts.flatMap { TextRules.machinePaths(path: $0, text: $1) })
    expectNone(texts.flatMap { TextRules.people(path: $0, text: $1) })
  }

  private var sources: [(path: String, text: String)] {
    tree.texts(under: "Sources/", suffix: ".swift")
      + tree.texts(under: "FluidSynth/Sources/", suffix: ".swift")
      + tree.texts(under: "Benchmarks/Sources/", suffix: ".swift")
  }

  private func expectNone(
    _ violations: [LintViolation], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for violation in violations {
      Issue.record("\(violation.description)", sourceLocation: sourceLocation)
    }
  }
}
