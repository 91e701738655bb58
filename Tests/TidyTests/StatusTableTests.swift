import Foundation
import Testing

/// `Documentation/evidence/status.md` is made from what the tests say they prove.
@Suite("The table of what is proven", .enabled(if: StatusTable.canBeMade, "python3 is not there"))
struct StatusTableTests {
  @Test("it is what the tests give")
  func current() throws {
    let tree = try RepositoryTree()
    #expect(try StatusTable.violation(about: tree.root) == "")
  }

  @Test("every generator of SoundFont 2.04 has its row, those that are unused as well")
  func generators() throws {
    let text = try #require(try RepositoryTree().texts["Documentation/evidence/status.md"])
    let rows = Set(text.split(separator: "\n").compactMap { $0.split(separator: "|").first })
    for number in 0...58 { #expect(rows.contains(" generator \(number) "), "\(number)") }
  }

  @Test("a new proof makes the table stale; one of an unknown row, or of no test, is refused")
  func stale() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ text: String, to path: String) throws {
      let url = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write("# One\nrow a: first\nrow b: second\n", to: "Tests/Tools/status_rows.txt")
    try write("", to: "Documentation/evidence/status.md")
    #expect(try StatusTable.violation(about: root).contains("Scripts/generate-status-table"))
    #expect(try StatusTable.violation(about: root, writing: true) == "")
    #expect(try StatusTable.violation(about: root) == "")
    // In two parts, so that this file proves nothing itself.
    let proof = "  // " + "Proves row "
    try write(proof + "b: §1; 1 ms\n  func test() {}\n", to: "Tests/One/A.swift")
    #expect(try StatusTable.violation(about: root).contains("Scripts/generate-status-table"))
    #expect(try StatusTable.violation(about: root, writing: true) == "")
    let table = try String(
      contentsOf: root.appending(path: "Documentation/evidence/status.md"), encoding: .utf8)
    #expect(table.contains("| row a | first | – | – | not yet |"))
    #expect(table.contains("| row b | second | §1 | 1 ms | [A.test](../../Tests/One/A.swift) |"))
    // A proof of two lines.
    try write(proof + "b: §1;\n  //   1 ms\n  func test() {}\n", to: "Tests/One/A.swift")
    #expect(try StatusTable.violation(about: root) == "")
    for (text, words) in [
      ("c: §1; 1 ms\n  func test() {}\n", "row c"), ("a: §1; 1 ms\n", "without a test"),
      ("a of §1\n  func test() {}\n", "A.swift:1"),
    ] {
      try write(proof + text, to: "Tests/One/A.swift")
      #expect(try StatusTable.violation(about: root).contains(words))
    }
  }
}
