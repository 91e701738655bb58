/// A violation of a house rule: its location, and what to do about it.
struct LintViolation: Hashable, CustomStringConvertible {
  /// The path relative to the repository's root.
  var path: String
  /// The line number, from 1; `nil` if the violation concerns the whole file.
  var line: Int?
  /// A message that completes "PATH:LINE: ".
  var message: String

  var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
