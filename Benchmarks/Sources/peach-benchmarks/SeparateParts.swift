import Foundation

/// Measures several parts, each in a process of its own, so that no part affects the memory
/// measurements of the next one.
struct SeparateParts {
  /// This program's arguments without `--json`.
  let arguments: [String]

  /// Measures the parts in order, and prints the current one to standard error.
  func measure(_ parts: [String], into results: inout Results) throws {
    let folder = try Folder()
    for (index, part) in parts.enumerated() {
      FileHandle.standardError.write(Data("\(index + 1) of \(parts.count): \(part)\n".utf8))
      let output = folder.path(part + ".json")
      // The last `--only` is used. A missed target (exit status 1) is not an error.
      _ = try ChildProcess(
        [CommandLine.arguments[0]] + arguments + ["--only", part, "--json"], output: output,
        errors: nil, codes: 0...1)
      let partResults = try JSONDecoder().decode(
        Results.self, from: Data(contentsOf: URL(filePath: output)))
      results.measurements += partResults.measurements
      results.comparisons += partResults.comparisons
    }
  }
}
