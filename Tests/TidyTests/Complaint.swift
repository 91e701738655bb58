/// Something in the tree that breaks a house rule: where, and what to do about it.
struct Complaint: Hashable, CustomStringConvertible {
  /// Relative to the repository's root.
  var path: String
  /// Counted from 1; nil where the whole file is meant.
  var line: Int?
  /// A sentence.
  var message: String

  var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
