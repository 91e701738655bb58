import Foundation
import TestEnvironment

/// The tool that makes `Documentation/evidence/status.md`, which only needs Python itself.
enum StatusTable {
  static let canBeMade = OtherProgram.succeeds(["python3", "--version"])

  /// Returns the tool's error message about a tree's table; empty if the table is up to date.
  static func violation(about root: URL, writing: Bool = false) throws -> String {
    try OtherProgram.run(
      ["python3", TestFiles.tool("status_table.py")] + (writing ? [] : ["--check"]) + [root.path()]
    ).errors
  }
}
