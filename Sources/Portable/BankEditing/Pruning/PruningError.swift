/// An error of ``PrunedBank``.
package enum PruningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No preset matches these patterns.
  case missing(patterns: [String], available: [String])
  /// A name was given for several presets.
  case severalNamed(pattern: String, name: String, count: Int)
  /// No playable preset would remain.
  case nothingLeft

  /// A user-facing message.
  package var description: String {
    switch self {
    case .missing(let patterns, let available):
      "The bank has no preset \(patterns.joined(separator: "; ")). "
        + "Available presets: \(available.joined(separator: ", "))."
    case .severalNamed(let pattern, let name, let count):
      "\(count) presets match \(pattern), but only one can be named \"\(name)\"."
    case .nothingLeft: "No playable preset would remain."
    }
  }
}
