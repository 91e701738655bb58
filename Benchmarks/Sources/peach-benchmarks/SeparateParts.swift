import Foundation

/// Several parts, each by a process of its own: what one leaves behind, in memory above all, would
/// count as the next one's.
struct SeparateParts {
  /// This program's arguments without `--json`.
  let words: [String]

  /// Measures the parts one after the other and tells which is under way on the standard error.
  func measure(_ parts: [String], into results: inout Results) throws {
    let folder = try Folder()
    for (place, part) in parts.enumerated() {
      FileHandle.standardError.write(Data("\(place + 1) of \(parts.count): \(part)\n".utf8))
      let output = folder.path(part + ".json")
      // The last choice counts, and a bound that is missed is no failure.
      _ = try ChildProcess(
        [CommandLine.arguments[0]] + words + ["--only", part, "--json"], output: output,
        errors: nil,
        codes: 0...1)
      let one = try JSONDecoder().decode(
        Results.self, from: Data(contentsOf: URL(filePath: output)))
      results.measurements += one.measurements
      results.comparisons += one.comparisons
    }
  }
}
